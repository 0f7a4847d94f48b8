public import LatchkeyOAuth

// snippet.S4.6
extension PlainOAuth {
    /// Returns the value of the `Authorization` header: `OAuth name="value", name="value"`.
    ///
    /// Pass only `oauth_` parameters, including `oauth_signature`. Other parameters of a request stay in its query or form, and are signed
    /// as well. The order does not matter; sorted headers are easier to compare.
    public static func authorizationHeader(params: Parameters) -> String {
        let pairs = params.map { (name: $0.name.urlEncoded, value: $0.value.urlEncoded) }
        return "OAuth " + pairs.sorted { $0 < $1 }.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: ", ")
    }
}
// snippet.end
