import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyTestSupport

extension StoreContract {
    static let keyAges: [Case] = [
        Case("the oldest valid key of each kind counts, in all projects; revoked keys and retired ones do not") { store in
            try await store.begin()
            try expect(try await store.read { try $0.oldestKeys() }, is: [:])
            try await store.write { transaction in
                for (text, seconds) in [("old", 1), ("young", 3)] {
                    try transaction.insert(APIKey(text: text, project: .sample, createdAt: start.later(seconds)))
                    try transaction.insert(
                        DatabaseSecret(
                            fingerprint: Fingerprint(of: text), project: Realm.neighbour.project, sealed: SealedSecret(bytes: [1]),
                            createdAt: start.later(seconds + 10)))
                    try transaction.insert(
                        ServiceAccount(
                            email: text, project: .sample, keyID: text, publicKeyPEM: text, createdAt: start.later(seconds + 20)))
                    try transaction.insert(SigningKey.sample(text, createdAt: start.later(seconds + 30)))
                    try transaction.insert(SigningKey.sample("c" + text, of: .sessionCookie, createdAt: start.later(seconds + 40)))
                }
                for (provider, enabled, seconds) in [(ProviderID.github, true, 55), (.twitter, false, 51)] {
                    try transaction.save(
                        ProviderConfiguration(
                            project: .sample, provider: provider, enabled: enabled, clientID: "c", sealedSecret: SealedSecret(bytes: [1]),
                            apiOrigin: "https://a.example", webOrigin: "https://w.example", updatedAt: start.later(seconds)))
                }
                try transaction.retireSigningKeys(except: "young", publishedUntil: start.later(900))
            }
            try expect(
                try await store.read { try $0.oldestKeys() },
                is: [
                    .apiKey: start.later(1), .databaseSecret: start.later(11), .serviceAccount: start.later(21), .idToken: start.later(33),
                    .sessionCookie: start.later(43), .providerSecret: start.later(55),
                ])
            try await store.write { transaction in
                _ = try transaction.revokeAPIKey("old", at: start.later(90))
                _ = try transaction.revokeDatabaseSecret(Fingerprint(of: "old"), at: start.later(90))
                _ = try transaction.revokeServiceAccount("old", at: start.later(90))
                _ = try transaction.revokeServiceAccount("young", at: start.later(90))
            }
            let left = try await store.read { try $0.oldestKeys() }
            try expect(left[.apiKey], is: start.later(3))
            try expect(left[.databaseSecret], is: start.later(13))
            try expect(left[.serviceAccount], is: nil)
        }
    ]
}
