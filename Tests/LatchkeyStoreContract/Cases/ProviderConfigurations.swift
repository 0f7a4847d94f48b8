import LatchkeyIdentity
import LatchkeyTestSupport

extension StoreContract {
    static let providerConfigurations: [Case] = [
        Case("a provider's configuration is removed, of one project only; identities stay and count") { store in
            try await store.begin(with: .sample("ada", identities: [.sample("1")]))
            try await store.write { transaction in
                for project in [ProjectID.sample, Realm.neighbour.project] {
                    try transaction.save(
                        ProviderConfiguration(
                            project: project, provider: .github, enabled: true, clientID: "id", sealedSecret: SealedSecret(bytes: [1]),
                            apiOrigin: "https://api.github.com", webOrigin: "https://github.com", updatedAt: start))
                }
                try expect(try transaction.deleteProvider(.github, in: .sample), is: true)
                try expect(try transaction.deleteProvider(.github, in: .sample), is: false)
                try expect(try transaction.provider(.github, of: .sample), is: nil)
                try expect(try transaction.provider(.github, of: Realm.neighbour.project) != nil, is: true)
                try expect(try transaction.account("ada", in: .sample)?.identities.count, is: 1)
            }
        },
        Case("a SAML configuration reads back with every field, is replaced, listed and removed in its realm") { store in
            try await store.begin()
            let full = SAMLConfiguration(
                realm: .sample, id: "saml.b", displayName: "Works", enabled: true, idpEntityID: "urn:idp",
                ssoURL: "https://idp.example.org",
                certificates: ["one", "two"], signRequest: true, spEntityID: "urn:sp", callbackURI: "https://app.example.org",
                updatedAt: start)
            let bare = SAMLConfiguration(
                realm: .sample, id: "saml.a", idpEntityID: "urn:other", ssoURL: "https://other.example.org", updatedAt: start.later(1))
            let elsewhere = SAMLConfiguration(
                realm: .tenant, id: "saml.a", idpEntityID: "urn:tenant", ssoURL: "https://other.example.org", updatedAt: start)
            try await store.write { transaction in
                try transaction.save(full)
                try transaction.save(bare)
                try transaction.save(elsewhere)
                try expect(try transaction.samlConfiguration("saml.b", in: .sample), is: full)
                try expect(try transaction.samlConfiguration("saml.a", in: .tenant), is: elsewhere)
                try expect(try transaction.samlConfiguration("saml.b", in: .neighbour), is: nil)
                try expect(try transaction.samlConfigurations(in: .sample, after: nil, limit: 9), is: [bare, full])
                try expect(try transaction.samlConfigurations(in: .sample, after: nil, limit: 1), is: [bare])
                try expect(try transaction.samlConfigurations(in: .sample, after: "saml.a", limit: 9), is: [full])
                var changed = full
                changed.displayName = nil
                changed.enabled = false
                changed.certificates = []
                changed.updatedAt = start.later(7)
                try transaction.save(changed)
                try expect(try transaction.samlConfiguration("saml.b", in: .sample), is: changed)
                try expect(try transaction.deleteSAMLConfiguration("saml.a", in: .sample), is: true)
                try expect(try transaction.deleteSAMLConfiguration("saml.a", in: .sample), is: false)
                try expect(try transaction.samlConfiguration("saml.a", in: .tenant), is: elsewhere)
            }
            try await expectConflict(.project) {
                try await store.once {
                    try $0.save(
                        SAMLConfiguration(
                            realm: Realm(project: "missing"), id: "saml.a", idpEntityID: "i", ssoURL: "https://x.example", updatedAt: start)
                    )
                }
            }
        },
    ]
}
