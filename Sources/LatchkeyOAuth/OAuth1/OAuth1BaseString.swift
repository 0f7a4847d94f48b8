/// The signature base string of OAuth 1.0a (RFC 5849, section 3.4.1).
public struct OAuth1BaseString: Hashable, Sendable {
    /// The text in UTF-8; it contains ASCII only.
    let bytes: [UInt8]

    /// Creates a base string from the method, base URI and parameters.
    ///
    /// Pass the parameters of the query (the query in `url` is ignored), of the header without `realm`, and of a form body;
    /// `oauth_signature` is omitted. Throws ``OAuthError`` with code ``OAuthError/Code/invalidURL``.
    public init(method: String, url: String, parameters: Parameters) throws {
        self.init(method: method, baseURI: try Self.baseURI(url), parameters: EncodedParameters(parameters))
    }

    /// Wraps a base string from another source, for example to compute the expected signature.
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

    /// The base string as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns the unescaped value of `oauth_signature` for this base string.
    ///
    /// Throws ``OAuthError`` with code ``OAuthError/Code/unusableKey`` when the method is unknown or requires another kind of key.
    public func signature(_ method: OAuth1SignatureMethod, key: OAuth1SigningKey) throws -> String {
        try SignatureMaker(method, key: key).signature(of: self)
    }

    /// Returns the URL in its signed form: scheme and host in lower case, no default port, query or fragment (section 3.4.1.2).
    ///
    /// Throws ``OAuthError`` with code ``OAuthError/Code/invalidURL``.
    public static func baseURI(_ url: String) throws -> String {
        try WebAddress(url).baseURI
    }

    /// Returns the parameters escaped, sorted and joined; Twitter calls this the parameter string (section 3.4.1.3.2).
    public static func normalise(_ parameters: Parameters) -> String {
        EncodedParameters(parameters).text
    }
}
