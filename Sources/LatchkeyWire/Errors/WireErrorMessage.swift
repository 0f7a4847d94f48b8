/// A parsed error message: `CODE`, or `CODE : detail`.
public struct WireErrorMessage: Equatable, Sendable, CustomStringConvertible {
    /// The code that clients handle.
    public var code: WireErrorCode
    /// A sentence for developers.
    public var detail: String?

    /// Creates a message from its parts.
    package init(_ code: WireErrorCode, detail: String? = nil) {
        self.code = code
        self.detail = detail
    }

    /// Parses a message at its first colon, with or without spaces around it, as Firebase clients do.
    public init(parsing text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(trimmed)
        code = WireErrorCode(rawValue: parts.first ?? "")
        detail = parts.count > 1 && !parts[1].isEmpty ? parts[1] : nil
    }

    /// The text on the wire.
    ///
    /// The JavaScript client splits at every space-colon-space and drops the third part, so a detail never contains one.
    public var text: String {
        guard let detail, !detail.isEmpty else { return code.rawValue }
        return "\(code.rawValue) : \(detail.replacing(" : ", with: ": "))"
    }

    /// The text on the wire.
    public var description: String { text }
}

private func trimmed(_ text: Substring) -> String {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
}
