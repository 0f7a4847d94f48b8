/// The names of the OAuth 1.0a protocol parameters.
enum OAuth1ProtocolName {
    static let required = [
        "oauth_consumer_key", "oauth_signature_method", "oauth_timestamp", "oauth_nonce", "oauth_signature",
    ]

    /// The parameters that every signer sets itself.
    static let ofEverySigner: Set<String> = Set(required).union(["oauth_token", "oauth_version"])

    /// Returns whether a name starts with `oauth_`.
    static func isProtocol(_ name: String) -> Bool {
        name.utf8.starts(with: "oauth_".utf8)
    }

    /// Returns whether a parameter must be sent in the same place as the other protocol parameters.
    ///
    /// `oauth_verifier` is an exception: Twitter's documentation shows it in the form body of a request with all other
    /// parameters in the header.
    static func isReserved(_ name: String) -> Bool {
        isProtocol(name) && name != "oauth_verifier"
    }
}
