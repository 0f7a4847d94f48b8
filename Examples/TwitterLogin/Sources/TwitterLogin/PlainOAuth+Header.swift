public import LatchkeyOAuth

// snippet.S4.6
extension PlainOAuth {
    /// The value of the `Authorization` header: `OAuth name="value", name="value"`.
    ///
    /// Only `oauth_` parameters belong here, `oauth_signature` among them; a request's ordinary ones stay in its query or its form,
    /// and are signed all the same. The order is free. Sorted headers are easier to compare.
    public static func authorizationHeader(params: Parameters) -> String {
        let pairs = params.map { (name: $0.name.urlEncoded, value: $0.value.urlEncoded) }
        return "OAuth " + pairs.sorted { $0 < $1 }.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: ", ")
    }
}
// snippet.end
