/// The text that an OAuth 1.0a signature is made of (RFC 5849, section 3.4.1).
public struct OAuth1BaseString: Hashable, Sendable {
    /// The text as UTF-8; all of it is ASCII.
    let bytes: [UInt8]

    /// Joins method, base URI and parameters.
    ///
    /// The parameters are those of the query (of which nothing is read from `url`), of the header without `realm`, and of a form
    /// body; `oauth_signature` is left out. Throws ``OAuthError`` with code ``OAuthError/Code/invalidURL``.
    public init(method: String, url: String, parameters: Parameters) throws {
        self.init(method: method, baseURI: try Self.baseURI(url), parameters: EncodedParameters(parameters))
    }

    /// Takes a base string that was made elsewhere, to find out what its signature should have been.
    public init(text: String) {
        bytes = Array(text.utf8)
    }

    init(method: String, baseURI: String, parameters: EncodedParameters) {
        let method = method.uppercased()
        bytes = [UInt8](capacity: 3 * (method.utf8.count + baseURI.utf8.count + parameters.joinedCount) + 2) { writer in
            writer.write(encoding: method)
            writer.write(UInt8(ascii: "&"))
            writer.write(encoding: baseURI)
            writer.write(UInt8(ascii: "&"))
            parameters.writeEncodedAgain(to: &writer)
        }
    }

    /// The base string itself.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The value of `oauth_signature` for this base string, not escaped.
    ///
    /// Throws ``OAuthError`` with code ``OAuthError/Code/unusableKey`` when the method is unknown or wants another kind of key.
    public func signature(_ method: OAuth1SignatureMethod, key: OAuth1SigningKey) throws -> String {
        try SignatureMaker(method, key: key).signature(of: self)
    }

    /// The URL as it is signed: scheme and host in lower case, no default port, no query, no fragment (section 3.4.1.2).
    ///
    /// Throws ``OAuthError`` with code ``OAuthError/Code/invalidURL``.
    public static func baseURI(_ url: String) throws -> String {
        try WebAddress(url).baseURI
    }

    /// The parameters escaped, sorted and joined, which Twitter calls the parameter string (section 3.4.1.3.2).
    public static func normalise(_ parameters: Parameters) -> String {
        EncodedParameters(parameters).text
    }
}
