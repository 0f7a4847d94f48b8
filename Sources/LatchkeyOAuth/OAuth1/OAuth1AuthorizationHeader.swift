/// The `Authorization` header of OAuth 1.0a (RFC 5849, section 3.5.1).
public struct OAuth1AuthorizationHeader: Equatable, Sendable {
    /// The maximum length of a header, in bytes.
    public static let maxBytes = 16_384

    /// The unescaped pairs in their original order, including `realm`.
    public var parameters: Parameters

    /// Creates a header with the given pairs.
    public init(parameters: Parameters) {
        self.parameters = parameters
    }

    /// Returns whether a header uses the OAuth scheme, case-insensitively.
    public static func isOAuth(_ text: String) -> Bool {
        text.utf8.prefix(5).elementsEqual("oauth".utf8) { $0 | 0x20 == $1 } && text.utf8.dropFirst(5).first ?? 0x20 == 0x20
    }

    /// The header's value: `OAuth name="value", name="value"`.
    public var text: String {
        String(capacity: 6 + 3 * parameters.utf8Count + 5 * parameters.count) { writer in
            writer.write("OAuth ")
            for index in parameters.indices {
                if index > 0 { writer.write(", ") }
                writer.write(encoding: parameters[index].name)
                writer.write("=\"")
                writer.write(encoding: parameters[index].value)
                writer.write(UInt8(ascii: "\""))
            }
        }
    }
}
