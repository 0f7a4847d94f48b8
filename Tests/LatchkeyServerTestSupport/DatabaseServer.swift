import Crypto
import Foundation
package import HTTPTypes
import Hummingbird
package import HummingbirdTesting
package import LatchkeyIdentity
import LatchkeySQLite
import LatchkeySecrets
import NIOCore
import Testing

@testable package import LatchkeyDatabaseAPI
@testable import LatchkeyServer

/// A server with its database's port and a project that accepts tokens of version 0.
package struct DatabaseServer: Sendable {
    package let server: TestServer
    private let store: SQLiteStore
    package let secret: DatabaseSecret
    package let secretText: String

    package init(_ settings: ProjectSettings = .init(), provider: PlayedProvider = PlayedProvider()) async throws {
        store = try SQLiteStore.inMemory()
        server = try await TestServer(settings, provider: provider, store: store)
        let (made, text) = try DatabaseSecret.make(for: server.project.id, at: server.clock.now, sealer: server.sealer)
        (secret, secretText) = (made, text.expose())
        try await server.store.write { try $0.insert(made) }
    }

    /// Another secret of the same project, created a second after the previous one, or of another project.
    package func anotherSecret(of project: ProjectID = .standard) async throws -> (secret: DatabaseSecret, text: String) {
        server.clock.advance(bySeconds: 1)
        let (made, text) = try DatabaseSecret.make(for: project, at: server.clock.now, sealer: server.sealer)
        try await server.store.write { try $0.insert(made) }
        return (made, text.expose())
    }

    /// The parts of another server on the same store, for tests of its internals.
    package var parts: DatabaseParts { DatabaseParts(server.parts(), trees: store) }

    /// The same, on a store with a disk that a test can fill up.
    package func troubledParts() -> (parts: DatabaseParts, trees: TroubledTreeStore) {
        let trees = TroubledTreeStore(store)
        return (DatabaseParts(server.parts(), trees: trees), trees)
    }

    /// Runs a test against the router of the database's port, and another against the accounts' router.
    ///
    /// - Parameter change: Changes the parts of the port.
    package func run<T: Sendable>(
        with change: (inout DatabaseParts) -> Void = { _ in }, _ body: @escaping @Sendable (Port) async throws -> T
    ) async throws -> T {
        var parts = parts
        change(&parts)
        let app = Application(responder: DatabaseResponder(parts))
        return try await app.test(.router) { try await body(Port(client: $0)) }
    }

    package struct Port: Sendable {
        package let client: any TestClientProtocol

        package init(client: any TestClientProtocol) {
            self.client = client
        }

        package func send(
            _ method: HTTPRequest.Method, _ uri: String, headers: HTTPFields = [:], _ body: String? = nil
        ) async throws -> Reply {
            try await client.execute(uri: uri, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) }) { response in
                Reply(status: response.status, headers: response.headers, text: String(buffer: response.body))
            }
        }
    }

    // MARK: Tokens

    /// A token as a back end of the first generations makes it. Claims that are `nil` are left out.
    package func token(
        _ data: [String: any Sendable] = ["uid": "twitter:17", "provider": "twitter"], _ more: [String: any Sendable] = [:],
        without: String? = nil, header: String = #"{"typ":"JWT","alg":"HS256"}"#, key: String? = nil
    ) throws -> String {
        var claims: [String: any Sendable] = ["v": 0, "iat": server.clock.now.secondsSince1970, "d": data]
        claims.merge(more) { $1 }
        if let without { claims[without] = nil }
        return Self.hs256(header, try TokenForge.json(claims), key: Array((key ?? secretText).utf8))
    }

    package static func hs256(_ header: String, _ claims: String, key: [UInt8]) -> String {
        let signed = TokenForge.part(header) + "." + TokenForge.part(claims)
        return signed + "." + Base64URL.encode(HMAC<SHA256>.authenticationCode(for: Array(signed.utf8), using: SymmetricKey(data: key)))
    }
}
