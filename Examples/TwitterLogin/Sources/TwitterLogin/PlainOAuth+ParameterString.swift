public import LatchkeyOAuth

// snippet.S4.8
extension PlainOAuth {
    /// Returns the parameters escaped, sorted and joined (RFC 5849, section 3.4.1.3.2).
    ///
    /// Pairs with the same name are sorted by value. The pairs are compared, not the joined texts: `a=1` would sort after `a-b=2`, because
    /// `=` is greater than `-`. The escaped texts are ASCII, so Swift's order equals the byte order.
    public static func signatureParameterString(params: Parameters) -> String {
        params
            // The signature cannot sign itself, and the realm is not an OAuth parameter.
            .filter { $0.name != "oauth_signature" && $0.name != "realm" }
            .map { (name: $0.name.urlEncoded, value: $0.value.urlEncoded) }
            .sorted { $0 < $1 }
            .map { "\($0.name)=\($0.value)" }
            .joined(separator: "&")
    }
}
// snippet.end
