/// The issuer of the OpenID provider, which is also the base URL of its discovery document.
enum OpenIDIssuer {
    static let path = "/openid"

    /// Returns the issuer.
    ///
    /// - Parameter base: The scheme and host that the client used. Each name of this machine is a separate issuer with the
    ///   same people and keys.
    static func issuer(at base: String) -> String { "\(base)\(path)" }
}
