// snippet.S4.7
extension PlainOAuth {
    /// Returns the signing key: both secrets, escaped, joined with `&`.
    ///
    /// The first request has no token secret, but its key ends with `&` nevertheless. Otherwise Twitter computes another signature and only
    /// reports that the signature is wrong. The secrets are escaped because they may contain `&`.
    public static func signatureKey(consumerSecret: String, tokenSecret: String?) -> String {
        consumerSecret.urlEncoded + "&" + (tokenSecret ?? "").urlEncoded
    }
}
// snippet.end
