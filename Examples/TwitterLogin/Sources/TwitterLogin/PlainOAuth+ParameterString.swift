public import LatchkeyOAuth

// snippet.S4.8
extension PlainOAuth {
    /// The parameters escaped, sorted and joined (RFC 5849, section 3.4.1.3.2).
    ///
    /// Of two pairs with one name the one with the lower value comes first. It is pairs that are compared, not the joined texts:
    /// `a=1` would sort after `a-b=2`, because `=` lies above `-`. Escaped texts are ASCII, so Swift's order is that of the bytes.
    public static func signatureParameterString(params: Parameters) -> String {
        params
            // The signature cannot cover itself, and the realm is no parameter but the header's label.
            .filter { $0.name != "oauth_signature" && $0.name != "realm" }
            .map { (name: $0.name.urlEncoded, value: $0.value.urlEncoded) }
            .sorted { $0 < $1 }
            .map { "\($0.name)=\($0.value)" }
            .joined(separator: "&")
    }
}
// snippet.end
