import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServerTestSupport
import Logging
import Synchronization
import Testing

@testable import LatchkeyDatabaseAPI
@testable import LatchkeyServer

/// Data that logs must not contain, at the most verbose level.
@Suite struct LegacySecrecyTests {
    private final class Lines: Sendable {
        private let taken = Mutex<[String]>([])
        var all: [String] { taken.withLock { $0 } }
        func add(_ line: String) { taken.withLock { $0.append(line) } }
    }

    private struct Handler: LogHandler {
        let lines: Lines
        var metadata = Logger.Metadata()
        var logLevel = Logger.Level.trace

        init(_ lines: Lines) { self.lines = lines }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.add("\(event.message) \(metadata) \(event.metadata ?? [:])")
        }
    }

    private static let received: [(HTTPRequest.Method, String)] = [
        (.get, "/v2/default/users?_method=POST&email=augusta%40example.org&password=lovelace"),
        (.get, "/auth/firebase?firebase=default&email=augusta@example.org&password=lovelace"),
        (.get, "/auth/firebase/update?firebase=default&email=augusta@example.org&oldPassword=wrong&newPassword=lovelace"),
        (.put, "/v2/default/users/augusta%40example.org/password?oldPassword=lovelace&password=lovelace2"),
        (.get, "/v2/default/users/augusta@example.org/email?_method=PUT&password=lovelace2&email=augusta2@example.org"),
        (.get, "/v2/default/auth/github/token?access_token=lovelace"),
        // Refused, misspelled or too long requests.
        (.get, "/v2/default/users/augusta@example.org?_method=DELETE&password=lovelace&callback=f"),
        (.get, "/v2/default/users/augusta@example.org/passwords?password=lovelace"),
        (.post, "/v2/default/users/augusta%40example.org?password=lovelace"),
        (.get, "//V2/default/Users/augusta"), (.get, "/v2/default/user/augusta%2540example.org"), (.get, "/v3/augusta%40example.org"),
        (.get, "/v2/nobody/users/augusta@example.org?password=lovelace"),
        (.get, "/v2/default/users/augusta@example.org?password=" + String(repeating: "lovelace", count: 3000)),
    ]

    @Test(arguments: [false, true]) func noLogHasAPasswordAnAddressOrAToken(isBroken: Bool) async throws {
        let server = try await DatabaseServer.servingLegacy()
        let lines = Lines()
        if isBroken {
            // This sign-in causes an internal error, which is logged as an error.
            let (broken, now) = (try server.unreadableSecret(), server.server.clock.now)
            try await server.server.store.write { [secret = server.secret] transaction in
                _ = try transaction.revokeDatabaseSecret(secret.fingerprint, at: now)
                try transaction.insert(broken)
            }
        }
        let app = Application(
            responder: ServerRoutes.router(server.server.parts()).buildResponder(),
            logger: Logger(label: "test", factory: { _ in Handler(lines) }))
        let token = try await app.test(.router) { client in
            let caller = TestServer.Caller(client: client, apiKey: server.server.apiKey)
            for (method, path) in Self.received { _ = try await caller.send(method, path) }
            let long = String(repeating: "lovelace", count: 3000)
            #expect(
                try await caller.send(.post, "/v2/default/auth/password", body: "email=augusta@example.org&password=\(long)").status.code
                    == 413
            )
            let login = try await caller.send(.get, "/v2/default/auth/password?email=augusta@example.org&password=lovelace2")
            #expect(login.status == (isBroken ? .internalServerError : .ok) && login.headers[.cacheControl] == "no-store")
            return login["token"]
        }
        #expect((token == nil) == isBroken)
        // The token has to be sent to appear in a log: valid, in each place that accepts one, and with its end changed.
        let database = Application(
            responder: DatabaseResponder(server.parts), logger: Logger(label: "test", factory: { _ in Handler(lines) }))
        try await database.test(.router) { client in
            let port = DatabaseServer.Port(client: client)
            for shown in [token, token.map { $0 + "x" }].compactMap({ $0 }) {
                _ = try await port.send(.get, "/users/any.json?auth=\(shown)")
                _ = try await port.send(.get, "/users/any.json", headers: [.authorization: "Bearer \(shown)"])
            }
        }
        let parts = token.map { $0.split(separator: ".").dropFirst().map(String.init) } ?? []
        #expect(parts.count == (isBroken ? 0 : 2))
        #expect(!lines.all.isEmpty, "the log is at work")
        for line in lines.all {
            // Names with letters that are not hexadecimal digits: each line contains the random number of its request.
            #expect(!["lovelace", "augusta", "example.org"].contains(where: line.lowercased().contains), "\(line)")
            // The first part is the same for all tokens.
            #expect(!parts.contains(where: line.contains), "\(line)")
        }
    }
}

extension DatabaseServer {
    /// A secret that was sealed for another place.
    fileprivate func unreadableSecret() throws -> DatabaseSecret {
        let context = ProviderConfiguration.sealingContext(project: .standard, provider: .github)
        var secret = try DatabaseSecret.make(for: .standard, at: server.clock.now, sealer: server.sealer).secret
        secret.sealed = try server.sealer.seal("secret", for: context)
        return secret
    }
}
