/// The media types that this module uses.
enum MediaType {
    static let form = "application/x-www-form-urlencoded"
    static let json = "application/json"

    /// Whether a `Content-Type` names the form type, with or without parameters such as a character set.
    static func isForm(_ contentType: String?) -> Bool {
        guard let contentType else { return false }
        // The fast path for the most frequent spelling.
        if contentType == form { return true }
        guard let type = contentType.split(separator: ";", omittingEmptySubsequences: false).first else { return false }
        return type.split(whereSeparator: \.isWhitespace).joined().lowercased() == form
    }
}
