import Foundation
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyTestSupport

extension StoreContract {
    static let sealedValues: [Case] = [
        Case("every sealed value is listed with its project and the key of its row, and can be replaced") { store in
            try await store.beginWithSealedValues()
            let project = SealedValue.KeyPart.text("sample-project")
            let expected: [SealedColumn: SealedValue] = [
                .projectSignerKey: value(.projectSignerKey, [project], Array(repeating: 0xa5, count: 97)),
                .providerSecret: value(.providerSecret, [project, .text("tenant-1"), .text("github.com")], [4, 0, 4]),
                .signingKey: value(.signingKey, [.text("key")], Array("key".utf8), in: ""),
                .databaseSecret: value(.databaseSecret, [.bytes(Fingerprint(of: "a").bytes)], Array("sealed a".utf8)),
                .hashParameters: value(.hashParameters, [project, .number(3)], [1, 0, 2]),
                .secondFactorSeed: value(.secondFactorSeed, [project, .text(""), .text("ada"), .text("factor")], [9, 0, 1]),
                .enrollmentSeed: value(.enrollmentSeed, [.bytes(Fingerprint(of: "enrolment").bytes)], [2, 0, 3]),
                .messageContent: value(.messageContent, [.text("message")], [7, 0, 8]),
                .flowState: value(.flowState, [.bytes(Fingerprint(of: "flow").bytes)], [1, 0, 2]),
                .flowResult: value(.flowResult, [.bytes(Fingerprint(of: "result").bytes)], [3, 0, 4]),
                .pendingCredential: value(.pendingCredential, [.bytes(Fingerprint(of: "pending").bytes)], [5, 0, 6]),
                .webhookSecret: value(.webhookSecret, [.text("hook")], [1, 0, 2]),
                .previousWebhookSecret: value(.previousWebhookSecret, [.text("hook")], [3]),
            ]
            // The chain of the audit log has no sealed key here, because these stores are opened without a master key.
            for column in SealedColumn.allCases where column != .eventChainKey {
                let found = try await store.read { try $0.sealedValues(of: column, without: [0], after: nil, limit: 9) }
                let old = try expectSome(expected[column])
                try expect(found, is: [old])
                let new = SealedSecret(bytes: [0, 0, UInt8(column.rawValue.count)])
                try expect(try await store.write { try $0.replace(old, with: new) }, is: true)
                try expect(try await store.write { try $0.replace(old, with: new) }, is: false)
                try expect(try await store.read { try $0.sealedValues(of: column, without: [0], after: nil, limit: 9) }, is: [])
                let replaced = try await store.read { try $0.sealedValues(of: column, without: [1], after: nil, limit: 9) }
                try expect(replaced.map(\.secret), is: [new])
            }
            try expect(try await store.read { try $0.signingKeys().map(\.sealedPrivateKey.bytes) }, is: [[0, 0, 30]])
        },
        Case("sealed values are listed in the order of their keys, after the last one, without those under a key, up to the limit") {
            store in
            let keys: [(String, [UInt8])] = [
                ("d", [1, 7, 7, 7, 7]), ("b", [1, 8, 8, 8, 8]), ("a", [1, 7, 7, 7, 7]), ("c", [1, 7, 7, 7, 7]),
            ]
            try await store.write { transaction in
                for (id, bytes) in keys { try transaction.insert(SigningKey.sample(id, secret: bytes + Array(id.utf8))) }
            }
            let first = try await store.read { try $0.sealedValues(of: .signingKey, without: [1, 8, 8, 8, 8], after: nil, limit: 2) }
            try expect(first.map(\.key), is: [[.text("a")], [.text("c")]])
            let next = try await store.read {
                try $0.sealedValues(of: .signingKey, without: [1, 8, 8, 8, 8], after: first.last, limit: 2)
            }
            try expect(next.map(\.key), is: [[.text("d")]])
            try expect(try await store.read { try $0.sealedValues(of: .signingKey, without: [1], after: nil, limit: 9) }, is: [])
            try expect(
                try await store.read { try $0.sealedValueCounts() },
                is: [MasterKeyID(bytes: [7, 7, 7, 7]): 3, MasterKeyID(bytes: [8, 8, 8, 8]): 1])
        },
    ]

    private static func value(
        _ column: SealedColumn, _ key: [SealedValue.KeyPart], _ secret: [UInt8], in project: ProjectID = .sample
    ) -> SealedValue {
        SealedValue(column: column, key: key, project: project, secret: SealedSecret(bytes: secret))
    }
}

extension AccountStore {
    /// Inserts one row with a sealed value into each table, and rows of the same tables without one.
    fileprivate func beginWithSealedValues() async throws {
        try await write { transaction in
            try transaction.insert(Project.sample())
            try transaction.insert(Account.sample("ada"))
            try transaction.save(
                ProviderConfiguration(
                    project: .sample, tenant: "tenant-1", provider: .github, enabled: true, clientID: "client",
                    sealedSecret: SealedSecret(bytes: [4, 0, 4]), apiOrigin: "https://api.github.com", webOrigin: "https://github.com",
                    updatedAt: start))
            try transaction.insert(SigningKey.sample("key"))
            try transaction.insert(DatabaseSecret.sample("a"))
            try transaction.insert(DatabaseSecret.sample("revoked"))
            _ = try transaction.revokeDatabaseSecret(Fingerprint(of: "revoked"), at: start.later(1))
            try transaction.insert(
                HashConfiguration(project: .sample, number: 3, sealedParameters: SealedSecret(bytes: [1, 0, 2]), createdAt: start))
            try transaction.insert(SecondFactor.sample("factor"))
            if let number = PhoneNumber("+4915112345678") {
                try transaction.insert(
                    SecondFactor(id: "phone", account: "ada", realm: .sample, means: .phone(number), displayName: nil, enrolledAt: start))
            }
            try transaction.insert(TOTPEnrollment.sample())
            try transaction.insert(OutboxMessage.sample("message"))
            try transaction.insert(SignInFlow.sample())
            try transaction.insert(FlowResult.sample())
            try transaction.insert(PendingCredential.sample())
            try transaction.insert(WebhookEndpoint.sample("hook"))
        }
    }
}

extension SigningKey {
    fileprivate static func sample(_ id: String, secret: [UInt8]) -> SigningKey {
        SigningKey(
            id: id, purpose: .idToken, algorithm: .es256, sealedPrivateKey: SealedSecret(bytes: secret),
            certificatePEM: "-----BEGIN CERTIFICATE-----\n\(id)\n-----END CERTIFICATE-----\n", createdAt: start)
    }
}
