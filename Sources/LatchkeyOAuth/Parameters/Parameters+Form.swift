extension Parameters {
    /// The default maximum size of a form body or query, in bytes.
    public static let maxFormBytes = 1_048_576
    /// The maximum number of parameters in one form body or query.
    public static let maxFormCount = 4096

    /// Parses `application/x-www-form-urlencoded` text; queries use the same format.
    ///
    /// `+` is a space, a name without `=` has an empty value, and empty pieces between two `&` are skipped.
    /// Throws ``OAuthError`` with code ``OAuthError/Code/malformedParameters`` for an invalid escape, for bytes that are not
    /// UTF-8, and when `maxBytes` or ``maxFormCount`` is exceeded.
    public init(formEncoded text: String, maxBytes: Int = maxFormBytes) throws {
        self = try text.withUTF8Bytes { try Parameters(formEncodedBytes: $0, maxBytes: maxBytes) }
    }

    /// Parses the bytes of a form body of at most ``maxFormBytes``; otherwise the same as for text.
    public init(formEncoded body: [UInt8]) throws {
        self = try body.withUnsafeBufferPointer { try Parameters(formEncodedBytes: $0, maxBytes: Self.maxFormBytes) }
    }

    private init(formEncodedBytes bytes: UnsafeBufferPointer<UInt8>, maxBytes: Int) throws {
        guard bytes.count <= maxBytes else {
            throw OAuthError(.malformedParameters, detail: "the form is larger than \(maxBytes) bytes")
        }
        self.init([])
        for piece in bytes.split(separator: UInt8(ascii: "&")) {
            guard count < Self.maxFormCount else {
                throw OAuthError(.malformedParameters, detail: "the form has more than \(Self.maxFormCount) parameters")
            }
            let equals = piece.firstIndex(of: UInt8(ascii: "="))
            let name = UnsafeBufferPointer(rebasing: piece[..<(equals ?? piece.endIndex)])
            let value = UnsafeBufferPointer(rebasing: piece[(equals.map { $0 + 1 } ?? piece.endIndex)...])
            guard let name = PercentEncoding.decode(name, plusIsSpace: true),
                let value = PercentEncoding.decode(value, plusIsSpace: true)
            else {
                throw OAuthError(
                    .malformedParameters, detail: "parameter \(count + 1) has an invalid escape or is not UTF-8",
                    hint: "Escape each byte of UTF-8 as %XX with two hexadecimal digits, and a percent sign as %25.")
            }
            append(name, value)
        }
    }

    /// The list as a form body or query, with OAuth's escaping: a space is `%20`, never `+`.
    public var formEncoded: String {
        String(capacity: 3 * utf8Count + 2 * count) { writer in
            for (index, pair) in enumerated() {
                if index > 0 { writer.write(UInt8(ascii: "&")) }
                writer.write(encoding: pair.name)
                writer.write(UInt8(ascii: "="))
                writer.write(encoding: pair.value)
            }
        }
    }
}
