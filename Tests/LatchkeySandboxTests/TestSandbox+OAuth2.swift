import Foundation
import HTTPTypes
import JWTKit
import LatchkeyOAuth
import LatchkeySandbox
import LatchkeySecrets

extension TestSandbox {
    static let issuer = "http://127.0.0.1:9100/openid"

    /// The URL of the authorization page of the application's provider; `nil` removes a parameter.
    func authorizeOAuth2Path(_ app: SandboxApp = .openID, changing changes: [String: String?] = [:]) -> String {
        let isX = app.provider == .x
        var fields: [String: String?] = [
            "response_type": "code", "client_id": app.key, "redirect_uri": Self.callback, "state": "s-123",
            "scope": isX ? "tweet.read users.read users.email offline.access" : "openid email profile",
            "code_challenge": Self.challenge, "code_challenge_method": "S256",
        ]
        if !isX { fields["nonce"] = "n-123" }
        fields.merge(changes) { $1 }
        let query = LatchkeyOAuth.Parameters(Self.sorted(fields))
        return "\(isX ? "/i/oauth2/authorize" : "/openid/authorize")?\(query.formEncoded)"
    }

    /// The callback parameters after a user has agreed.
    func answerOAuth2(
        _ app: SandboxApp = .openID, as person: String = "ada", changing changes: [String: String?] = [:]
    ) throws -> LatchkeyOAuth.Parameters {
        let path = authorizeOAuth2Path(app, changing: changes)
        guard case .redirect(let address) = try state.decide(Self.base + path, as: person) else { return [:] }
        return try query(of: address)
    }

    func codeOAuth2(
        _ app: SandboxApp = .openID, as person: String = "ada", changing changes: [String: String?] = [:]
    ) throws -> String {
        try answerOAuth2(app, as: person, changing: changes)["code"] ?? ""
    }

    /// A request to the token endpoint of the application's provider; `nil` removes a field.
    func exchangeOAuth2(
        _ app: SandboxApp = .openID, code: String, changing changes: [String: String?] = [:], headers: HTTPFields? = nil
    ) async throws -> ProviderReply {
        var fields: [String: String?] = [
            "grant_type": "authorization_code", "code": code, "redirect_uri": Self.callback, "code_verifier": Self.verifier,
        ]
        if app.isPublicClient { fields["client_id"] = app.key }
        fields.merge(changes) { $1 }
        return try await postOAuth2(app, "token", fields: fields, headers: headers)
    }

    func refresh(
        _ app: SandboxApp = .x, _ token: String, changing changes: [String: String?] = [:]
    ) async throws -> ProviderReply {
        var fields: [String: String?] = ["grant_type": "refresh_token", "refresh_token": token]
        if app.isPublicClient { fields["client_id"] = app.key }
        fields.merge(changes) { $1 }
        return try await postOAuth2(app, "token", fields: fields)
    }

    /// - Parameter headers: Replaces the application's name and secret.
    func postOAuth2(
        _ app: SandboxApp, _ endpoint: String, fields: [String: String?], headers: HTTPFields? = nil
    ) async throws -> ProviderReply {
        let path = app.provider == .x ? "/2/oauth2/\(endpoint)" : "/openid/\(endpoint)"
        return try await post(
            path, form: LatchkeyOAuth.Parameters(Self.sorted(fields)),
            headers: headers ?? (app.isPublicClient ? [:] : basic(app)))
    }

    /// The access token of a whole flow.
    func bearer(_ app: SandboxApp, of person: String = "ada", scopes: [String]? = nil) throws -> String {
        try state.issueToken(app: app.key, person: person, scopes: scopes).accessToken.expose()
    }

    func call(_ path: String, bearer: String) async throws -> ProviderReply {
        try await get(path, headers: [.authorization: "Bearer \(bearer)"])
    }

    /// Verifies a token's signature with the published keys, using a third-party library.
    func verified(_ token: String) async throws -> TestIDToken {
        let keys = JWTKeyCollection()
        try await keys.add(jwksJSON: try await get("/openid/jwks").text)
        return try await keys.verify(token, as: TestIDToken.self)
    }

    private static func sorted(_ fields: [String: String?]) -> [Parameter] {
        fields.sorted { $0.key < $1.key }.compactMap { name, value in value.map { Parameter(name, $0) } }
    }
}

/// The claims of an ID token, unchanged.
struct TestIDToken: JWTPayload, Equatable {
    var iss: String
    var sub: String
    var aud: String
    var iat: Int
    var exp: Int
    var nonce: String?
    var email: String?
    var email_verified: Bool?
    var name: String?
    var picture: String?
    var at_hash: String?
    var auth_time: Int?

    func verify(using algorithm: some JWTAlgorithm) async throws {}
}
