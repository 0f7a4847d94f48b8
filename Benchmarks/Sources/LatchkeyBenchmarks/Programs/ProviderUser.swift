import Foundation

/// A user of the mock OpenID provider, with an account at a server.
struct ProviderUser {
    let uid: String
    /// The user's ID at the provider.
    let rawID: String
    let email: String
    let issuer: String
    /// A sign-in with an ID token that the app obtained itself.
    let signIn: [UInt8]

    static let provider = "oidc.sandbox"
    var provider: String { Self.provider }

    private struct Reply: Decodable {
        let localId: String
        let email: String
        let federatedId: String
    }

    private struct Body: Encodable {
        let requestUri = "http://localhost"
        let postBody: String
        let returnSecureToken = true
    }

    /// Adds a user to the sandbox and signs the user in, so that the account exists.
    init(_ person: String, sandbox: SandboxProgram, _ server: LatchkeyServer) throws {
        try sandbox.add(person)
        let token = try sandbox.issueIDToken(to: person)
        signIn = try HTTPMessage.post(
            server.path("accounts:signInWithIdp"), json: Body(postBody: "id_token=\(token)&providerId=\(Self.provider)"))
        let reply = try server.connect().request(signIn, for: Reply.self)
        (uid, rawID, email, issuer) = (reply.localId, reply.federatedId, reply.email, sandbox.issuer)
    }

    /// Configures the sandbox as the server's OpenID provider, as an operator does.
    static func configure(_ server: String, data: String, _ sandbox: SandboxProgram) throws {
        try ChildProgram.run(
            server,
            [
                "projects", "provider", "set", provider, "--data", data, "--issuer", sandbox.issuer, "--key", SandboxProgram.openIDClient,
                "--secret-file", "-",
            ], input: Data(SandboxProgram.openIDSecret.utf8))
    }
}
