import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeySQLite
import LatchkeyServerTestSupport
import Synchronization
import Testing

/// A client that disconnects during its request leaves no session without a token holder.
@Suite struct LegacyGoneClientTests {
    /// Cancels the request after one of its transactions, when its changes cannot be undone any more.
    private final class CancellingStore: AccountStore {
        private let base: SQLiteStore
        private let left = Mutex<Int?>(nil)
        private let hits = Mutex(0)

        init() throws { base = try SQLiteStore.inMemory() }

        var hasCancelled: Bool { hits.withLock { $0 } > 0 }
        func cancel(afterWrite number: Int?) { left.withLock { $0 = number } }

        func read<T: Sendable>(_ body: @escaping @Sendable (any StoreReading) throws -> T) async throws -> T {
            try await base.read(body)
        }

        func write<T: Sendable>(_ body: @escaping @Sendable (any StoreWriting) throws -> T) async throws -> T {
            let result = try await base.write(body)
            let isNow = left.withLock { left in
                left = left.map { $0 - 1 }
                return left == 0
            }
            if isNow {
                hits.withLock { $0 += 1 }
                withUnsafeCurrentTask { $0?.cancel() }
            }
            return result
        }

        var configurationRevision: Int { base.configurationRevision }
        var revision: Int { base.revision }
        var maxRevisionDelay: Duration { base.maxRevisionDelay }
        var outboxBell: OutboxBell { base.outboxBell }
        var commitSteps: CommitSteps { base.commitSteps }
        var committedEvents: CommittedEvents { base.committedEvents }
    }

    private static let users = "/v2/default/users"
    private static let calls = [
        "\(users)?_method=POST&email=b%40example.org&password=lovelace",
        "/v2/default/auth/password?email=ada%40example.org&password=lovelace",
        "\(users)/ada%40example.org/password?_method=PUT&oldPassword=lovelace&password=countess",
        "\(users)/ada%40example.org/email?_method=PUT&password=lovelace&email=c%40example.org",
        "\(users)/ada%40example.org?_method=DELETE&password=lovelace",
    ]

    @Test(.timeLimit(.minutes(2)), arguments: calls, [1, 2, 3]) func cancelledRequestLeavesNoSession(path: String, number: Int) async throws
    {
        let store = try CancellingStore()
        var settings = ProjectSettings(legacy: LegacySettings(routes: true))
        settings.enumerationProtection = false
        let server = try await TestServer(settings, store: store)
        let (secret, _) = try DatabaseSecret.make(for: .standard, at: server.clock.now, sealer: server.sealer)
        try await store.write { try $0.insert(secret) }
        let login: Reply? = try await server.run { caller in
            _ = try await caller.legacyGet("\(Self.users)?_method=POST&email=ada%40example.org&password=lovelace")
            store.cancel(afterWrite: number)
            let reply = await Task { try? await caller.send(.get, path) }.value
            store.cancel(afterWrite: nil)
            return reply
        }
        #expect(store.hasCancelled || number > 1, "there is something to go away from")
        let realm = Realm(project: .standard)
        var left = 0
        for uid in ["simplelogin:1", "simplelogin:2"] {
            left += try await store.read { try $0.sessions(of: AccountID(rawValue: uid), in: realm).count }
        }
        #expect(left == (login?["token"] == nil ? 0 : 1), "\(login?.text ?? "no answer")")
    }
}
