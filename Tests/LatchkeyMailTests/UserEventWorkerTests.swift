import AsyncHTTPClient
import Crypto
import Foundation
import LatchkeyIdentity
import LatchkeySQLite
import LatchkeySecrets
import LatchkeyTestSupport
import Logging
import NIOHTTP1
import Synchronization
import Testing

@testable import LatchkeyMail

/// The deliveries to webhooks of projects, with a clock that the test moves.
@Suite struct UserEventWorkerTests {
    private struct Request: Sendable {
        let id: String?
        let timestamp: String?
    }

    private final class Receiver: Sendable {
        private let state = Mutex<(requests: [Request], statuses: [UInt])>(([], []))
        var requests: [Request] { state.withLock { $0.requests } }

        func respond(with statuses: UInt...) { state.withLock { $0.statuses = statuses } }

        func receive(_ request: HTTPClientRequest) -> UInt {
            state.withLock { state in
                state.requests.append(
                    Request(id: request.headers.first(name: "webhook-id"), timestamp: request.headers.first(name: "webhook-timestamp")))
                return state.statuses.isEmpty ? 204 : state.statuses.removeFirst()
            }
        }
    }

    private let store: any AccountStore
    private let sealer = Sealer(masterKey: SymmetricKey(size: .bits256))
    private let clock = ManualClock()
    private let receiver = Receiver()

    init() async throws {
        store = try SQLiteStore.inMemory()
        store.commitSteps.add(WebhookQueue { account, _ in #"{"localId":"\#(account.id.rawValue)"}"# })
        let made = try WebhookEndpoint.make(
            id: "we_1", project: .sample, url: "https://app.example.org/", events: [.created, .updated], isEnabled: true,
            at: clock.now(), sealer: sealer, random: .system)
        try await store.write { transaction in
            try transaction.insert(Project.sample())
            try transaction.insert(made.endpoint)
        }
    }

    private func worker(sealer other: Sealer? = nil) -> UserEventWorker {
        var pace = UserEventWorker.Pace()
        pace.retries = RetrySchedule(firstDelaySeconds: 10, maxDelaySeconds: 900, maxAttempts: 3, jitter: 0)
        return UserEventWorker(
            store: store, sealer: other ?? sealer, send: { [receiver] request, _ in receiver.receive(request) }, pace: pace,
            now: clock.now, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
    }

    private func create(_ id: AccountID, failing: Bool = false) async throws {
        struct Failure: Error {}
        let now = clock.now()
        try await store.write { transaction in
            try transaction.insert(Account(id: id, realm: .sample, createdAt: now, validSince: now))
            try transaction.append(AuthEvent(at: now, realm: .sample, kind: .signUp, outcome: .allowed, subject: id))
            if failing { throw Failure() }
        }
    }

    private func endpoint() async throws -> WebhookEndpoint { try #require(try await store.read { try $0.webhookEndpoint("we_1") }) }

    private func deliveries() async throws -> [WebhookDelivery] { try await store.read { try $0.webhookDeliveries(to: "we_1", limit: 9) } }

    @Test func anUndoneTransactionDeliversNothing() async throws {
        try? await create("ada", failing: true)
        #expect(try await worker().deliverDue() == 0)
        try await create("ada")
        #expect(try await worker().deliverDue() == 1)
        let delivered = try await deliveries()
        #expect(delivered.map(\.state) == [.delivered] && delivered.first?.payload == nil)
    }

    @Test func attemptsAreRepeatedLaterAndLaterWithTheSameIDAndThenGivenUp() async throws {
        receiver.respond(with: 500, 302, 404)
        try await create("ada")
        let began = clock.now()
        for seconds in [10.0, 20] {
            #expect(try await worker().deliverDue() == 1)
            clock.advance(bySeconds: seconds - 1)
            #expect(try await worker().deliverDue() == 0)
            let failing = try await endpoint()
            #expect(failing.state == .failing && failing.failingSince == began)
            clock.advance(bySeconds: 1)
        }
        #expect(try await worker().deliverDue() == 1)
        let failed = try await deliveries()
        #expect(failed.map(\.state) == [.failed] && failed.first?.payload != nil)
        #expect(Set(receiver.requests.map(\.id)).count == 1 && Set(receiver.requests.map(\.timestamp)).count == 3)
        try await create("bob")
        #expect(try await worker().deliverDue() == 1)
        let active = try await endpoint()
        #expect(active.state == .active && active.lastError == nil)
    }

    @Test func goneDisables() async throws {
        receiver.respond(with: 410)
        try await create("ada")
        try await create("bob")
        #expect(try await worker().deliverDue() == 2)
        #expect(try await endpoint().state == .disabled)
        try await create("carol")
        #expect(try await deliveries().count == 2)
    }

    @Test func nothingIsSentUnsigned() async throws {
        try await create("ada")
        #expect(try await worker(sealer: Sealer(masterKey: SymmetricKey(size: .bits256))).deliverDue() == 1)
        #expect(receiver.requests.isEmpty)
        #expect(try await endpoint().lastError?.contains("cannot be decrypted") == true)
    }

    @Test func aFullQueueDropsEventsAndCountsThem() async throws {
        let now = clock.now()
        try await store.write { transaction in
            for number in 0..<WebhookEndpoint.maxWaiting {
                try transaction.insert(
                    WebhookDelivery(
                        id: "msg_\(number)", endpoint: "we_1", event: .created, realm: .sample, account: "other", payload: "{}",
                        createdAt: now))
            }
        }
        try await create("ada")
        #expect(try await endpoint().droppedCount == 1)
        #expect(try await store.read { try $0.webhookDeliveries(about: "ada", in: .sample) } == [])
    }
}
