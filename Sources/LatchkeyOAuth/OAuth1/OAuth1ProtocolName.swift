/// The names of OAuth 1.0a's own parameters.
enum OAuth1ProtocolName {
    static let required = [
        "oauth_consumer_key", "oauth_signature_method", "oauth_timestamp", "oauth_nonce", "oauth_signature",
    ]

    /// Those that a signer sets itself.
    static let ofEverySigner: Set<String> = Set(required).union(["oauth_token", "oauth_version"])

    /// Whether a name starts with `oauth_`.
    static func isProtocol(_ name: String) -> Bool {
        name.utf8.starts(with: "oauth_".utf8)
    }

    /// Whether a protocol parameter must stand with all the others.
    ///
    /// `oauth_verifier` is the exception: Twitter's documentation sends it in the form body of a request whose other
    /// parameters are in the header.
    static func isReserved(_ name: String) -> Bool {
        isProtocol(name) && name != "oauth_verifier"
    }
}
