import Foundation
import HTTPTypes
import LatchkeyOAuth
import LatchkeySandbox
import LatchkeySecrets

extension TestSandbox {
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    /// The URL of the authorization page; `nil` removes a parameter.
    func authorizePath(
        _ app: SandboxApp = .github, changing changes: [String: String?] = [:], appending more: LatchkeyOAuth.Parameters = [:]
    ) -> String {
        let usual: LatchkeyOAuth.Parameters = [
            "client_id": app.key, "redirect_uri": Self.callback, "scope": "user:email", "state": "s-123",
        ]
        var query: LatchkeyOAuth.Parameters = [:]
        for pair in usual {
            if let change = changes[pair.name] {
                if let change { query.append(pair.name, change) }
            } else {
                query.append(pair.name, pair.value)
            }
        }
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) where usual[name] == nil {
            if let value { query.append(name, value) }
        }
        return "/login/oauth/authorize?\((query + more).formEncoded)"
    }

    /// A code that a user's consent produced.
    func code(
        _ app: SandboxApp = .github, as person: String = "ada", changing changes: [String: String?] = [:]
    ) throws -> String {
        guard case .redirect(let address) = try state.decide(authorizePath(app, changing: changes), as: person) else {
            return ""
        }
        return try query(of: address)["code"] ?? ""
    }

    /// The form of the token endpoint; `nil` removes a field.
    func exchangeForm(
        _ app: SandboxApp = .github, code: String, changing changes: [String: String?] = [:]
    ) -> LatchkeyOAuth.Parameters {
        var fields: [String: String?] = [
            "client_id": app.key, "client_secret": app.secret.expose(), "code": code, "redirect_uri": Self.callback,
        ]
        fields.merge(changes) { $1 }
        return LatchkeyOAuth.Parameters(
            fields.sorted { $0.key < $1.key }.compactMap { name, value in value.map { Parameter(name, $0) } })
    }

    func exchange(
        _ app: SandboxApp = .github, code: String, changing changes: [String: String?] = [:], accept: String? = "application/json"
    ) async throws -> ProviderReply {
        var headers: HTTPFields = [:]
        headers[.accept] = accept
        return try await post(
            "/login/oauth/access_token", form: exchangeForm(app, code: code, changing: changes), headers: headers)
    }

    func gitHubToken(_ app: SandboxApp = .github, of person: String = "ada", scopes: [String] = ["user:email"]) throws -> String {
        try state.issueToken(app: app.key, person: person, scopes: scopes).accessToken.expose()
    }

    func api(_ path: String, token: String?, changing changes: HTTPFields = [:]) async throws -> ProviderReply {
        var headers: HTTPFields = [.userAgent: "latchkey-tests", .accept: "application/vnd.github+json"]
        if let token { headers[.authorization] = "Bearer \(token)" }
        for field in changes { headers[field.name] = field.value.isEmpty ? nil : field.value }
        return try await get(path, headers: headers)
    }

    func basic(_ app: SandboxApp, secret: String? = nil) -> HTTPFields {
        let text = "\(app.key):\(secret ?? app.secret.expose())"
        return [.userAgent: "latchkey-tests", .authorization: "Basic \(Data(text.utf8).base64EncodedString())"]
    }
}
