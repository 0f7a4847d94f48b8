import Foundation
package import Testing

/// The result of a command that has ended.
package struct CommandOutcome: Sendable {
    /// `nil` when a signal ended it.
    package let status: Int32?
    package let output: String
    package let errors: String

    package init(status: Int32?, output: String, errors: String) {
        self.status = status
        self.output = output
        self.errors = errors
    }

    /// The output as JSON.
    package func json<Value: Decodable>(_ type: Value.Type = Value.self, sourceLocation: SourceLocation = #_sourceLocation) throws -> Value
    {
        #expect(status == 0, "it failed: \(errors)", sourceLocation: sourceLocation)
        return try #require(
            try? JSONDecoder().decode(type, from: Data(output.utf8)), "no such JSON: \(output)", sourceLocation: sourceLocation)
    }

    /// Expects success, and returns the output.
    @discardableResult
    package func printed(sourceLocation: SourceLocation = #_sourceLocation) -> String {
        #expect(status == 0, "it failed: \(errors)", sourceLocation: sourceLocation)
        return output
    }

    /// Expects a failure with a message for the user, and returns the message.
    @discardableResult
    package func refusal(status expected: Int32 = 1, sourceLocation: SourceLocation = #_sourceLocation) -> String {
        #expect(status == expected, "it printed: \(output)\(errors)", sourceLocation: sourceLocation)
        return errors
    }
}
