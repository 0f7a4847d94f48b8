/// The OpenID provider's name, which is also where its discovery document lies.
enum OpenIDIssuer {
    static let path = "/openid"

    /// - Parameter base: Scheme and host as the client wrote them: each name of this machine is an issuer of its own, with the
    ///   same people and keys.
    static func issuer(at base: String) -> String { "\(base)\(path)" }
}
