import Foundation
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyTestSupport

extension StoreContract {
    static let hashConfigurations: [Case] = [
        Case("hash configurations are a project's own, have numbers that are taken once, and come by number") { store in
            try await store.begin()
            @Sendable func made(_ number: Int, _ project: ProjectID = .sample) -> HashConfiguration {
                HashConfiguration(project: project, number: number, sealedParameters: SealedSecret(bytes: [1, 0, 2]), createdAt: start)
            }
            try await store.write { transaction in
                for configuration in [made(2), made(1), made(1, Realm.neighbour.project)] { try transaction.insert(configuration) }
                try expect(try transaction.hashConfiguration(2, of: .sample), is: made(2))
                try expect(try transaction.hashConfiguration(2, of: Realm.neighbour.project), is: nil)
                try expect(try transaction.hashConfigurations(of: .sample), is: [made(1), made(2)])
            }
            try await expectConflict(.other) { try await store.once { try $0.insert(made(2)) } }
            try await expectConflict(.project) { try await store.once { try $0.insert(made(1, "missing")) } }
        },
        Case("a hash configuration stays while an account refers to it, and for a day after an import named it") { store in
            let day = Int(HashConfiguration.keptUnusedSeconds) * 1000
            var account = Account.complete
            account.password = PasswordHash(hash: [1], salt: [2], method: .imported(2))
            try await store.begin(with: account)
            try await store.write { transaction in
                for number in 1...3 {
                    try transaction.insert(
                        HashConfiguration(
                            project: .sample, number: number, sealedParameters: SealedSecret(bytes: [1]), createdAt: start))
                }
                try transaction.insert(
                    HashConfiguration(
                        project: Realm.neighbour.project, number: 2, sealedParameters: SealedSecret(bytes: [1]), createdAt: start))
                try expect(try transaction.setHashConfigurationNeeded(3, of: .sample, at: start.later(10)), is: true)
                try expect(try transaction.setHashConfigurationNeeded(4, of: .sample, at: start), is: false)
                try expect(try transaction.setHashConfigurationNeeded(3, of: Realm.neighbour.project, at: start), is: false)
            }
            @Sendable func left(_ milliseconds: Int, _ project: ProjectID = .sample) async throws -> [Int] {
                try await store.write { transaction in
                    try transaction.removeExpired(at: start.later(milliseconds))
                    return try transaction.hashConfigurations(of: project).map(\.number)
                }
            }
            try expect(try await left(day - 1), is: [1, 2, 3])
            try expect(try await store.read { try $0.hashConfigurationsInUse(of: .sample).map(\.number) }, is: [2])
            try expect(try await left(day), is: [2, 3])
            try expect(try await left(day, Realm.neighbour.project), is: [])
            try expect(try await left(day + 10), is: [2])
            account.password = PasswordHash(hash: [3], salt: [4], parameters: .firebase)
            let changed = account
            try await store.once { try $0.update(changed) }
            try expect(try await left(day + 10), is: [])
        },
        Case("the last number of a project's hash configurations stays when they are gone") { store in
            try await store.begin()
            @Sendable func last(_ project: ProjectID = .sample) async throws -> Int {
                try await store.read { try $0.lastHashConfiguration(of: project) }
            }
            @Sendable func insert(_ number: Int, _ project: ProjectID = .sample) async throws {
                try await store.once {
                    try $0.insert(
                        HashConfiguration(project: project, number: number, sealedParameters: SealedSecret(bytes: [1]), createdAt: start))
                }
            }
            try expect(try await last(), is: 0)
            try expect(try await last("missing"), is: 0)
            for number in [1, 3, 2] { try await insert(number) }
            try await insert(1, Realm.neighbour.project)
            try await store.once { try $0.removeExpired(at: start.later(Int(HashConfiguration.keptUnusedSeconds) * 1000)) }
            try expect(try await store.read { try $0.hashConfigurations(of: .sample) }, is: [])
            try expect(try await last(), is: 3)
            try expect(try await last(Realm.neighbour.project), is: 1)
            // Regardless of other changes to the project.
            try await store.write { transaction in
                let project = try expectSome(try transaction.project(.sample))
                try transaction.update(project)
            }
            try expect(try await last(), is: 3)
        },
        Case("an imported password reads back with the number of its configuration, and is removed whole") { store in
            var account = Account.complete
            account.password = PasswordHash(hash: [1, 0, 2], salt: [], method: .imported(7))
            try await store.begin(with: account)
            try expect(try await store.account(account.id), is: account)
            account.password = PasswordHash(hash: [3], salt: [4], parameters: .firebase)
            let changed = account
            try await store.once { try $0.update(changed) }
            try expect(try await store.account(account.id), is: changed)
            account.password = PasswordHash(hash: [3], salt: [4], method: .imported(8))
            let again = account
            try await store.once { try $0.update(again) }
            try await store.once { try $0.remove(.password, of: again.id, in: again.realm) }
            try expect(try await store.account(account.id)?.password, is: nil)
        },
        Case("replacing an account changes its date of creation and its identities too, and ends its sessions") { store in
            let realm = Realm.sample
            try await store.begin(with: .complete, .sample("ada", email: "ada@example.org"))
            let phones = try ["+4915112345671", "+4915112345672", "+4915112345673"].map { text in
                SecondFactor(
                    id: text, account: "complete", realm: realm, means: .phone(try expectSome(PhoneNumber(text))), displayName: nil,
                    enrolledAt: start)
            }
            let program = SecondFactor(
                id: "program", account: "complete", realm: realm, means: .totp(sealedSeed: SealedSecret(bytes: [1]), lastStep: 0),
                displayName: nil, enrolledAt: start)
            try await store.write { transaction in
                try transaction.insert(Session.sample("s", of: "complete"))
                for factor in [phones[0], phones[1], program] { try transaction.insert(factor) }
            }
            var account = Account(
                id: "complete", realm: realm, email: EmailAddress("other@example.org"), createdAt: start.later(-9_000),
                validSince: start, identities: [.sample("8", linkedAt: start)])
            account.hasSecondFactor = true
            let replaced = account
            try await store.once { try $0.replace(replaced, phones: [phones[1], phones[2]], removing: []) }
            let factors = try await store.read { try $0.secondFactors(of: "complete", in: realm) }
            try expect(Set(factors.map(\.id)), is: ["program", phones[1].id, phones[2].id])
            try expect(try await store.account("complete"), is: replaced)
            try expect(try await store.read { try $0.sessions(of: "complete", in: realm) }, is: [])
            try await expectConflict(.email) {
                try await store.once {
                    try $0.replace(
                        Account(id: "complete", realm: realm, email: EmailAddress("ada@example.org"), createdAt: start, identities: []),
                        phones: [], removing: [.secondFactors])
                }
            }
            // The last value to take: everything before it is rolled back.
            let taken = ["+4915112345690", "+4915112345691"].compactMap { number in
                PhoneNumber(number).map { number in
                    SecondFactor(
                        id: "twice", account: "complete", realm: realm, means: .phone(number), displayName: nil, enrolledAt: start)
                }
            }
            try await expectConflict(.secondFactor) {
                try await store.once {
                    try $0.replace(
                        Account(id: "complete", realm: realm, createdAt: start), phones: taken, removing: [.secondFactors])
                }
            }
            try expect(try await store.account("complete"), is: replaced)
            try expect(try await store.read { try $0.secondFactors(of: "complete", in: realm) }.count, is: 3)
            try await store.once { try $0.replace(replaced, phones: [phones[1]], removing: [.secondFactors]) }
            let left = try await store.read { try $0.secondFactors(of: "complete", in: realm) }
            try expect(left.map(\.id), is: [phones[1].id])
            try await expectConflict(.account) {
                try await store.once {
                    try $0.replace(Account(id: "missing", realm: realm, createdAt: start), phones: [], removing: [])
                }
            }
        },
    ]
}
