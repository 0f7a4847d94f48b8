import LatchkeyIdentity
import LatchkeyTestSupport

extension StoreContract {
    static let tenants: [Case] = [
        Case("a tenant reads back, is changed, and belongs to one project") { store in
            try await store.begin()
            @Sendable func tenant(_ id: TenantID, of project: ProjectID = .sample, mark: Bool = false) -> Tenant {
                Tenant(
                    id: id, project: project, displayName: "Tenant \(id.rawValue)",
                    settings: TenantSettings(
                        disabled: mark, passwordSignIn: !mark, emailLinkSignIn: mark, anonymousSignIn: !mark, smsSecondFactor: mark,
                        totpSecondFactor: !mark, signUp: mark),
                    createdAt: start)
            }
            let (a, b, foreign) = (tenant("a"), tenant("b", mark: true), tenant("a", of: Realm.neighbour.project, mark: true))
            try await store.write { transaction in
                for each in [b, a, foreign] { try transaction.insert(each) }
            }
            try expect(try await store.read { try $0.tenant("b", of: .sample) }, is: b)
            try expect(try await store.read { try $0.tenants(of: .sample, after: nil, limit: 9) }, is: [a, b])
            try expect(try await store.read { try $0.tenants(of: .sample, after: nil, limit: 1) }, is: [a])
            try expect(try await store.read { try $0.tenants(of: .sample, after: "a", limit: 9) }, is: [b])
            try await expectConflict(.other) { try await store.once { try $0.insert(a) } }
            var changed = a
            changed.displayName = "Another"
            changed.settings = b.settings
            try await store.once { [changed] in try $0.update(changed) }
            try expect(try await store.read { try $0.tenants(of: .sample, after: nil, limit: 9) }, is: [changed, b])
            try await expectConflict(.other) { try await store.once { try $0.update(tenant("missing")) } }
            try await expectConflict(.project) { try await store.once { try $0.insert(tenant("c", of: "missing")) } }
        },
        Case("a tenant goes with its accounts and providers, and nothing else does") { store in
            try await store.begin(with: .sample("ada", in: .tenant), .sample("ada"), .sample("ada", in: .neighbour))
            @Sendable func provider(_ tenant: TenantID) -> ProviderConfiguration {
                ProviderConfiguration(
                    project: .sample, tenant: tenant, provider: .github, enabled: true, clientID: "client",
                    sealedSecret: SealedSecret(bytes: [1]), apiOrigin: "https://api.example", webOrigin: "https://web.example",
                    updatedAt: start)
            }
            let own = Realm(project: .sample)
            let id: TenantID = "tenant-1"
            try await store.write { transaction in
                try transaction.insert(Tenant(id: id, project: .sample, displayName: "", createdAt: start))
                try transaction.save(provider(id))
                try transaction.save(provider(.none))
            }
            try expect(try await store.read { try $0.provider(.github, in: .tenant) }, is: provider(id))
            try expect(try await store.write { try $0.deleteTenant(.none, of: .sample) }, is: false)
            try expect(try await store.write { try $0.deleteTenant(id, of: Realm.neighbour.project) }, is: false)
            try expect(try await store.write { try $0.deleteTenant(id, of: .sample) }, is: true)
            try expect(try await store.write { try $0.deleteTenant(id, of: .sample) }, is: false)
            try expect(try await store.account("ada", in: .tenant), is: nil)
            try expectSome(try await store.account("ada", in: own))
            try expectSome(try await store.account("ada", in: .neighbour))
            try expect(try await store.read { try $0.providers(in: .tenant) }, is: [])
            try expect(try await store.read { try $0.providers(in: own) }, is: [provider(.none)])
        },
    ]
}
