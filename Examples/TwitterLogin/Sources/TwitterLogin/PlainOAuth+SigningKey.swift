// snippet.S4.7
extension PlainOAuth {
    /// What the signature is made with: both secrets, escaped, with `&` between them.
    ///
    /// The first request has no token yet. Its key ends with the `&` all the same; without it Twitter computes another signature,
    /// and says no more than that ours is wrong. The secrets are escaped because they may hold an `&` themselves.
    public static func signatureKey(consumerSecret: String, tokenSecret: String?) -> String {
        consumerSecret.urlEncoded + "&" + (tokenSecret ?? "").urlEncoded
    }
}
// snippet.end
