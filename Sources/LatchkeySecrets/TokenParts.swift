/// The parts of a signed token in compact form (RFC 7515, section 7.1), decoded but not verified.
package struct TokenParts {
    package let header: [UInt8]
    package let payload: [UInt8]
    package let signature: [UInt8]
    private let signedText: Substring.UTF8View

    /// Splits and decodes a token of any length; check the length first.
    ///
    /// - Returns: `nil` unless the text has three parts in canonical encoding, because one token must not have several texts. Parts may be
    ///   empty.
    package init?(_ text: String) {
        // Splits at bytes, as JWTKit does; finding the characters of a text is slow. A fourth part is enough to refuse the text.
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64URL.decodeCanonical(String(Substring(parts[0]))),
            let payload = Base64URL.decodeCanonical(String(Substring(parts[1]))),
            let signature = Base64URL.decodeCanonical(String(Substring(parts[2])))
        else { return nil }
        (self.header, self.payload, self.signature) = (header, payload, signature)
        signedText = text.utf8[..<parts[1].endIndex]
    }

    /// The bytes that the signature covers: the first two parts of the text and the period between them.
    package var signed: [UInt8] { Array(signedText) }
}
