import Crypto
import Foundation
import LatchkeyIdentity
import LatchkeySQLite
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

/// The deliveries that wait while a webhook does not accept any.
@Suite struct WebhookQueueTests {
    private let store: any AccountStore
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)

    init() async throws {
        store = try SQLiteStore.inMemory()
        store.commitSteps.add(WebhookQueue { account, _ in #"{"localId":"\#(account.id.rawValue)"}"# })
        let made = try WebhookEndpoint.make(
            id: "we_1", project: .sample, url: "https://app.example.org/", events: UserEvent.allCases, isEnabled: true,
            at: Self.start, sealer: Sealer(masterKey: SymmetricKey(size: .bits256)), random: .system)
        try await store.write { transaction in
            try transaction.insert(Project.sample())
            try transaction.insert(made.endpoint)
            for id in ["ada", "bob"] as [AccountID] {
                try transaction.insert(Account(id: id, realm: .sample, createdAt: Self.start, validSince: Self.start))
            }
        }
    }

    private func append(_ kind: AuthEvent.Kind, of id: AccountID, seconds: Double) async throws {
        let instant = Self.start.addingTimeInterval(seconds)
        try await store.write { transaction in
            try transaction.append(AuthEvent(at: instant, realm: .sample, kind: kind, outcome: .allowed, subject: id))
        }
    }

    private func deliveries(of id: AccountID) async throws -> [WebhookDelivery] {
        try await store.read { try $0.webhookDeliveries(about: id, in: .sample) }
    }

    @Test func changesThatWaitBehindOneAnotherAreOneDelivery() async throws {
        for second in 0..<5 { try await append(.update, of: "ada", seconds: Double(second)) }
        let found = try await deliveries(of: "ada")
        // The first one may be in progress, so it stays as it is.
        #expect(found.map(\.state) == [.waiting, .queued])
        #expect(found.last?.payload?.contains("2027-01-15T08:00:04.000Z") == true)
        try await append(.signIn, of: "ada", seconds: 5)
        try await append(.update, of: "ada", seconds: 6)
        // The order of the events of an account stays.
        #expect(try await deliveries(of: "ada").map(\.event) == [.updated, .updated, .signedIn, .updated])
    }

    /// The back end may have processed the id of an attempted delivery, and would ignore another content.
    @Test func anAttemptedDeliveryKeepsItsContent() async throws {
        for second in 0..<2 { try await append(.update, of: "ada", seconds: Double(second)) }
        var queued = try #require(try await deliveries(of: "ada").last)
        queued.lastError = "It responded with status 500."
        try await store.write { [queued] in try $0.update(queued, at: Self.start) }
        try await append(.update, of: "ada", seconds: 2)
        let found = try await deliveries(of: "ada")
        #expect(found.count == 3 && found[1].payload == queued.payload)
    }

    @Test func oneAccountLeavesPlacesToOthers() async throws {
        for second in 0..<103 { try await append(.signIn, of: "ada", seconds: Double(second)) }
        #expect(try await deliveries(of: "ada").count == 100)
        #expect(try await store.read { try $0.webhookEndpoint("we_1")?.droppedCount } == 3)
        try await append(.signUp, of: "bob", seconds: 200)
        #expect(try await deliveries(of: "bob").map(\.event) == [.created])
    }
}
