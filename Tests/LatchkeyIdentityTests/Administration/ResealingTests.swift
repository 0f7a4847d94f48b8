import Crypto
import Foundation
import LatchkeyMemoryStore
import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

@Suite struct ResealingTests {
    private static let (old, new) = (SymmetricKey(data: Array(repeating: 1, count: 32)), SymmetricKey(data: Array(repeating: 2, count: 32)))
    private let store: any AccountStore = MemoryStore()
    private let sealer = Sealer(masterKey: old)
    private let later = ManualClock.start.addingTimeInterval(600)

    /// A value in every column, with the context that its users open it with.
    private func insertAll() async throws {
        let (sealer, later) = (sealer, later)
        func seal(_ text: String, _ context: SealingContext) throws -> SealedSecret { try sealer.seal(Secret(text), for: context) }
        let id = Fingerprint(of: "row")
        let hashing = PasswordHashing(sealedSignerKey: try seal("signer", PasswordHashing.sealingContext(project: .sample)))
        let provider = try seal("client", ProviderConfiguration.sealingContext(project: .sample, tenant: "tenant-1", provider: .github))
        let key = try seal("pem", SigningKey.sealingContext(id: "key"))
        let secret = try seal("secret", DatabaseSecret.sealingContext(id, project: .sample))
        let hash = try seal("hash", HashConfiguration.sealingContext(project: .sample, number: 3))
        let seed = try seal("seed", SecondFactor.sealingContext(project: .sample, id: "factor"))
        let enrollment = try seal("enrollment", TOTPEnrollment.sealingContext(project: .sample, id: id))
        let message = try seal("message", OutboxMessage.sealingContext(project: .sample, id: "message"))
        let state = try seal("state", SignInFlow.sealingContext(project: .sample, id: id))
        let result = try seal("result", FlowResult.sealingContext(project: .sample, id: id))
        let grant = try seal("grant", FlowResult.grantContext(project: .sample, id: Fingerprint(of: "grant")))
        let pending = try seal("pending", PendingCredential.sealingContext(project: .sample, id: id))
        var webhook = try WebhookEndpoint.make(
            id: "hook", project: .sample, url: "https://h", events: [.created], isEnabled: true, at: later, sealer: sealer,
            random: .seeded(1)
        ).endpoint
        try webhook.rotate(to: "rotated", at: later, sealer: sealer)
        let hook = webhook
        try await store.write { transaction in
            try transaction.insert(
                Project(id: .sample, displayName: "Sample", settings: .init(), passwordHashing: hashing, createdAt: ManualClock.start))
            try transaction.insert(Account.sample("ada"))
            try transaction.insert(hook)
            try transaction.save(
                ProviderConfiguration(
                    project: .sample, tenant: "tenant-1", provider: .github, enabled: true, clientID: "c", sealedSecret: provider,
                    apiOrigin: "https://a", webOrigin: "https://w", updatedAt: later))
            try transaction.insert(
                SigningKey(
                    id: "key", purpose: .idToken, algorithm: .es256, sealedPrivateKey: key, certificatePEM: "c", createdAt: later))
            try transaction.insert(DatabaseSecret(fingerprint: id, project: .sample, sealed: secret, createdAt: later))
            try transaction.insert(HashConfiguration(project: .sample, number: 3, sealedParameters: hash, createdAt: later))
            try transaction.insert(
                SecondFactor(
                    id: "factor", account: "ada", realm: .sample, means: .totp(sealedSeed: seed, lastStep: 1), displayName: nil,
                    enrolledAt: later))
            try transaction.insert(
                TOTPEnrollment(id: id, account: "ada", realm: .sample, sealedSeed: enrollment, triesLeft: 5, expiresAt: later))
            try transaction.insert(
                OutboxMessage(
                    id: "message", realm: .sample, channel: .email, kind: .passwordReset, recipient: "ada@example.org",
                    sealedContent: message, createdAt: ManualClock.start, expiresAt: later))
            try transaction.insert(
                SignInFlow(
                    id: id, realm: .sample, provider: .github, session: id, browser: nil, callback: "c", returnTarget: "r",
                    sealedState: state, createdAt: ManualClock.start, expiresAt: later))
            for (id, sealed) in [(id, result), (Fingerprint(of: "grant"), grant)] {
                try transaction.insert(
                    FlowResult(id: id, realm: .sample, provider: .github, session: id, sealedAssertion: sealed, expiresAt: later))
            }
            try transaction.insert(
                PendingCredential(
                    id: id, realm: .sample, key: Identity.sample("1").key, account: nil, sealedAssertion: pending, expiresAt: later))
        }
    }

    @Test func everyValueIsSealedWithTheNewKeyAndKeepsItsContext() async throws {
        try await insertAll()
        let resealing = Resealing(store: store, sealer: sealer)
        #expect(try await resealing.pass() == .init(replaced: 0, unreadable: 0))
        sealer.seal(with: Self.new)
        #expect(try await resealing.pass() == .init(replaced: 14, unreadable: 0))
        #expect(try await resealing.pass() == .init(replaced: 0, unreadable: 0))
        #expect(try await store.read { try $0.sealedValueCounts() } == [MasterKeyID(of: Self.new): 14])
        let restarted = Sealer(masterKey: Self.new)
        let found = try await store.read { transaction in
            try SealedColumn.allCases.flatMap { try transaction.sealedValues(of: $0, without: [0], after: nil, limit: 9) }
        }
        let texts = found.flatMap { value in value.contexts.compactMap { try? restarted.openText(value.secret, for: $0).expose() } }
        let expected: Set = [
            "signer", "client", "pem", "secret", "hash", "seed", "enrollment", "message", "state", "result", "grant", "pending", "rotated",
        ]
        #expect(expected.isSubset(of: texts))
        // The first secret of the webhook is random.
        #expect(texts.count == 14)
    }

    @Test func aValueThatCannotBeOpenedIsCountedAndStaysAsItIs() async throws {
        let (lost, forged) = (
            try Sealer(masterKey: SymmetricKey(size: .bits256)).seal(Secret("x"), for: SigningKey.sealingContext(id: "lost")),
            try sealer.seal(Secret("x"), for: SigningKey.sealingContext(id: "another"))
        )
        let later = later
        try await store.write { transaction in
            for (id, secret) in [("lost", lost), ("forged", forged)] {
                try transaction.insert(
                    SigningKey(
                        id: id, purpose: .idToken, algorithm: .es256, sealedPrivateKey: secret, certificatePEM: "c", createdAt: later))
            }
        }
        sealer.seal(with: Self.new)
        #expect(
            try await Resealing(store: store, sealer: sealer).pass() == .init(replaced: 0, unreadable: 2, unreadableColumns: [.signingKey]))
        #expect(try await store.read { try $0.signingKeys() }.map(\.sealedPrivateKey).contains(lost))
    }
}
