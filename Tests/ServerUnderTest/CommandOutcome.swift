// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What a command that has ended left behind.
struct CommandOutcome: Sendable {
    /// `nil` when a signal ended it.
    let status: Int32?
    let output: String
    let errors: String

    /// The output as JSON.
    func json<Value: Decodable>(_ type: Value.Type = Value.self, sourceLocation: SourceLocation = #_sourceLocation) throws -> Value {
        #expect(status == 0, "it failed: \(errors)", sourceLocation: sourceLocation)
        return try #require(
            try? JSONDecoder().decode(type, from: Data(output.utf8)), "no such JSON: \(output)", sourceLocation: sourceLocation)
    }

    /// Expects success, and returns what was printed.
    @discardableResult
    func printed(sourceLocation: SourceLocation = #_sourceLocation) -> String {
        #expect(status == 0, "it failed: \(errors)", sourceLocation: sourceLocation)
        return output
    }

    /// Expects a failure of which a person is told, and returns what they are told.
    @discardableResult
    func refusal(status expected: Int32 = 1, sourceLocation: SourceLocation = #_sourceLocation) -> String {
        #expect(status == expected, "it printed: \(output)\(errors)", sourceLocation: sourceLocation)
        return errors
    }
}
