import LatchkeyIdentity
import LatchkeyTestSupport

extension StoreContract {
    static let revisions: [Case] = [
        Case("the revision grows with each write, and stays the same without writes") { store in
            let before = await store.revision
            try await store.begin()
            let after = await store.revision
            try expect(before < after, "the revision after a write is higher than before it")
            _ = try await store.account("ada")
            try expect(await store.revision, is: after)
        },
        Case("the revision of the configuration grows with projects, API keys, providers and signing keys") { store in
            try await store.begin()
            let provider = ProviderConfiguration(
                project: .sample, provider: .github, enabled: true, clientID: "id", sealedSecret: SealedSecret(bytes: [1]),
                apiOrigin: "https://api.github.com", webOrigin: "https://github.com", updatedAt: start)
            let key = APIKey(text: "key", project: .sample, createdAt: start)
            let writes: [(String, @Sendable (any StoreWriting) throws -> Void)] = [
                ("a new project", { try $0.insert(Project.sample("third-project")) }),
                ("a changed project", { try $0.update(Project.sample(displayName: "Renamed")) }),
                ("a new API key", { try $0.insert(key) }),
                ("a revoked API key", { _ = try $0.revokeAPIKey(key.text, at: start) }),
                ("a provider", { try $0.save(provider) }),
                ("a signing key", { try $0.insert(SigningKey.sample("first")) }),
                ("another signing key", { try $0.insert(SigningKey.sample("second")) }),
                ("a retired signing key", { try $0.retireSigningKeys(except: "second", publishedUntil: start.later(1000)) }),
            ]
            for (name, write) in writes {
                let before = await store.configurationRevision
                try await store.once(write)
                let after = await store.configurationRevision
                try expect(before < after, "the revision after \(name) is higher than before it")
            }
            let before = await store.configurationRevision
            _ = try await store.read { try $0.projects() }
            try expect(await store.configurationRevision, is: before)
        },
        Case("the revision includes every write that returned, also during concurrent writes") { store in
            try await store.begin()
            _ = try await concurrently(40) { number in
                for round in 0..<3 {
                    let before = await store.revision
                    try await store.once { try $0.append(AuthEvent.sample("\(number) \(round)")) }
                    let after = await store.revision
                    try expect(before < after, "the revision after a write is higher than before it")
                }
            }
        },
        Case("a store says how late its revisions may be, and two seconds are the most that a revocation may wait") { store in
            try expect(store.maxRevisionDelay >= .zero && store.maxRevisionDelay <= .seconds(2), "\(store.maxRevisionDelay) is 0 to 2 s")
        },
    ]
}
