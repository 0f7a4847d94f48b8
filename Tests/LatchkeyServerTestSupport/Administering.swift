import Foundation
package import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets

/// Calls the server as a program that administers the default project.
package struct Administering: Sendable {
    package static let actor = "back-end@default.example.org"
    package let token: String
    package let caller: TestServer.Caller

    package init(_ server: TestServer, _ caller: TestServer.Caller) async throws {
        token = try await server.administratorToken()
        self.caller = caller
    }

    /// - Parameter path: The path after `projects/{project}`.
    package func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: [String: any Sendable]? = nil, version: String = "v1",
        project: String = "default"
    ) async throws -> Reply {
        try await caller.administer(method, "/identitytoolkit.googleapis.com/\(version)/projects/\(project)\(path)", body, token: token)
    }

    package func call(_ name: String, _ body: [String: any Sendable] = [:]) async throws -> Reply {
        try await send(.post, "/" + name, body)
    }
}

extension TestServer {
    /// The access token of a service account of the server's project.
    package func administratorToken() async throws -> String {
        let token = "lka_" + RandomTokens.system.token()
        let account = ServiceAccount(
            email: Administering.actor, project: project.id, keyID: "key", publicKeyPEM: "PEM", createdAt: clock.now)
        let end = clock.now.addingTimeInterval(86_400)
        try await store.write { transaction in
            if try transaction.serviceAccount(account.email) == nil { try transaction.insert(account) }
            try transaction.insert(
                AccessToken(id: Fingerprint(of: token), serviceAccount: account.email, scopes: [.firebase], expiresAt: end))
        }
        return token
    }
}

extension TestServer.Caller {
    /// Makes an administrator's call.
    package func administer(
        _ method: HTTPRequest.Method = .post, _ path: String, _ body: [String: any Sendable]? = nil, token: String?
    ) async throws -> Reply {
        var headers: HTTPFields = [.contentType: "application/json"]
        headers[.authorization] = token.map { "Bearer " + $0 }
        let text = try body.map { String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) }
        return try await send(method, path, headers: headers, body: text)
    }
}
