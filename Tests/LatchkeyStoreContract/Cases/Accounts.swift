import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyTestSupport

extension StoreContract {
    static let accounts: [Case] = [
        Case("an account reads back with every field and its identities in their order") { store in
            try await store.begin(with: .complete)
            try expect(try await store.account("complete"), is: .complete)
        },
        Case("numbers for uids of the old form come once each, after those that accounts have, and apart for each project") { store in
            try await store.begin(with: .sample("simplelogin:7"), .sample("simplelogin:90071992547409931"), .sample("simplelogin:0x9"))
            try expect(try await store.write { try $0.takeLegacyNumber(in: .sample, skippingTaken: false) }, is: 8)
            try expect(try await store.write { try $0.takeLegacyNumber(in: .sample, skippingTaken: false) }, is: 9)
            try expect(try await store.write { try $0.takeLegacyNumber(in: Realm.neighbour.project, skippingTaken: false) }, is: 1)
            try await store.once { try $0.insert(Account.sample("simplelogin:20")) }
            try expect(try await store.write { try $0.takeLegacyNumber(in: .sample, skippingTaken: false) }, is: 10)
            try expect(try await store.write { try $0.takeLegacyNumber(in: .sample, skippingTaken: true) }, is: 21)
            try expect(try await store.write { try $0.takeLegacyNumber(in: .sample, skippingTaken: true) }, is: 22)
        },
        Case("an account may have nothing but its uid") { store in
            try await store.begin(with: .sample("bare"))
            try expect(try await store.account("bare"), is: .sample("bare"))
            try expect(try await store.account("missing"), is: nil)
        },
        Case("updating an account replaces everything but uid, realm, date of creation and identities") { store in
            let before = Account.sample("complete", identities: [.sample("1")], createdAt: start)
            try await store.begin(with: before, .sample("ada"))
            try await store.once { try $0.update(Account.complete) }
            let after = try expectSome(try await store.account("complete"))
            try expect(after.createdAt, is: before.createdAt)
            try expect(after.identities, is: before.identities)
            let complete = Account.complete
            let expected = Account(
                id: "complete", realm: .sample, email: complete.email, emailVerified: complete.emailVerified,
                initialEmail: complete.initialEmail, displayName: complete.displayName, photoURL: complete.photoURL,
                phoneNumber: complete.phoneNumber, screenName: complete.screenName, password: complete.password,
                passwordUpdatedAt: complete.passwordUpdatedAt, customClaims: complete.customClaims,
                customAuth: complete.customAuth, disabled: complete.disabled,
                emailLinkSignIn: complete.emailLinkSignIn, createdAt: before.createdAt, lastSignInAt: complete.lastSignInAt,
                lastRefreshAt: complete.lastRefreshAt,
                validSince: complete.validSince, identities: before.identities)
            try expect(after, is: expected)
            try await store.once { try $0.update(before) }
            try expect(try await store.account("complete"), is: before)
            try expect(try await store.account("ada"), is: .sample("ada"))
        },
        Case("an account is found by its own address, in its realm only") { store in
            let ada = Account.sample("ada", email: "ada@example.org")
            let tenant = Account.sample("tina", in: .tenant, email: "ada@example.org")
            let foreign = Account.sample("nina", in: .neighbour, email: "ada@example.org")
            try await store.begin(with: ada, tenant, foreign)
            let address = try expectSome(EmailAddress("Ada@Example.org"))
            for account in [ada, tenant, foreign] {
                try expect(try await store.read { try $0.account(withEmail: address, in: account.realm) }, is: account)
                try expect(try await store.account(account.id, in: account.realm), is: account)
            }
            try expect(try await store.account("ada", in: .tenant), is: nil)
            try expect(try await store.account("ada", in: .neighbour), is: nil)
            let unknown = try expectSome(EmailAddress("eve@example.org"))
            try expect(try await store.read { try $0.account(withEmail: unknown, in: .sample) }, is: nil)
        },
        Case("deleting an account deletes all data that belongs to it, and keeps events and other accounts") { store in
            try await store.begin(
                with: .sample("ada", email: "ada@example.org", identities: [.sample("1")]),
                .sample("bob", identities: [.sample("2")]), .sample("ada", in: .tenant, identities: [.sample("1")]))
            try await store.write { transaction in
                for id in ["ada", "bob"] as [AccountID] {
                    try transaction.insert(Session.sample("session of \(id)", of: id))
                    try transaction.insert(PendingCredential.sample("pending of \(id)", of: id))
                    try transaction.append(AuthEvent.sample("event of \(id)", subject: id))
                }
                try transaction.insert(Session.sample("of the tenant", of: "ada", in: .tenant))
            }
            try expect(try await store.write { try $0.deleteAccount("ada", in: .sample) }, "the account was there")
            try expect(try await store.write { try $0.deleteAccount("ada", in: .sample) }, is: false)
            try await store.read { view in
                try expect(try view.account("ada", in: .sample), is: nil)
                try expect(try view.account(linkedTo: Identity.sample("1").key, in: .sample), is: nil)
                try expect(try view.session(withTokenKey: .init(of: "session of ada")), is: nil)
                try expect(try view.pendingCredential(.init(of: "pending of ada")), is: nil)
                try expect(try view.events(of: .sample, subject: "ada", limit: 9).count, is: 1)
                try expectSome(try view.account(linkedTo: Identity.sample("2").key, in: .sample))
                try expectSome(try view.session(withTokenKey: .init(of: "session of bob")))
                try expectSome(try view.pendingCredential(.init(of: "pending of bob")))
                try expectSome(try view.account(linkedTo: Identity.sample("1").key, in: .tenant))
                try expectSome(try view.session(withTokenKey: .init(of: "of the tenant")))
            }
            try await store.once { try $0.insert(Account.sample("ada", email: "ada@example.org", identities: [.sample("1")])) }
        },
        Case("accounts come in pages in the order of their uids, each with its identities") { store in
            try await store.begin(with: .sample("a99", in: .tenant), .sample("a99", in: .neighbour))
            let all = (10..<35).map { number in
                Account.sample(
                    AccountID(rawValue: "a\(number)"),
                    identities: number % 2 == 0 ? [] : [.sample("t\(number)", provider: .twitter), .sample("g\(number)")])
            }
            try await store.write { transaction in
                for account in all.reversed() { try transaction.insert(account) }
            }
            var pages: [[Account]] = []
            for _ in 0..<4 {
                let last = pages.last?.last?.id
                pages.append(try await store.read { try $0.accounts(in: .sample, after: last, limit: 10) })
            }
            try expect(pages.map(\.count), is: [10, 10, 5, 0])
            try expect(pages.flatMap { $0 }, is: all)
        },
        Case("a page begins after a uid that is gone, and may be empty") { store in
            try await store.begin(with: .sample("a"), .sample("c"))
            try expect(try await store.read { try $0.accounts(in: .sample, after: "b", limit: 10).map(\.id) }, is: ["c"])
            try expect(try await store.read { try $0.accounts(in: .sample, after: nil, limit: 0) }, is: [])
            try expect(try await store.read { try $0.accounts(in: .sample, after: nil, limit: -1) }, is: [])
            try expect(try await store.read { try $0.accounts(in: .tenant, after: nil, limit: 10) }, is: [])
        },
    ]

    static let accountConstraints: [Case] = [
        Case("a uid is taken once in a realm, and free in every other") { store in
            try await store.begin(with: .sample("ada"))
            try await expectConflict(.account) { try await store.once { try $0.insert(Account.sample("ada")) } }
            try await store.once { try $0.insert(Account.sample("ada", in: .tenant)) }
            try await store.once { try $0.insert(Account.sample("ada", in: .neighbour)) }
        },
        Case("an address is taken once in a realm, and free again when its account lets it go") { store in
            try await store.begin(with: .sample("ada", email: "ada@example.org"), .sample("bob", email: "bob@example.org"))
            let late = Account.sample("late", email: "ada@example.org")
            try await expectConflict(.email) { try await store.once { try $0.insert(late) } }
            try await expectConflict(.email) {
                try await store.once { try $0.update(Account.sample("bob", email: "ada@example.org")) }
            }
            try expect(try await store.account("bob")?.email?.text, is: "bob@example.org")
            try await store.once { try $0.update(Account.sample("ada", email: "new@example.org")) }
            try await store.once { try $0.insert(late) }
            try expect(try await store.write { try $0.deleteAccount("late", in: .sample) }, "the account was there")
            try await store.once { try $0.update(Account.sample("bob", email: "ada@example.org")) }
        },
        Case("of fifty concurrent sign-ups with one address, one succeeds") { store in
            try await store.begin()
            let made = try await concurrently(50) { number in
                let account = Account.sample(AccountID(rawValue: "a\(number)"), email: "ada@example.org")
                do {
                    try await store.once { try $0.insert(account) }
                    return true
                } catch let conflict as StoreConflict where conflict.subject == .email {
                    return false
                }
            }
            try expect(made.count { $0 }, is: 1)
            try expect(try await store.read { try $0.accounts(in: .sample, after: nil, limit: 99) }.count, is: 1)
        },
        Case("an account lives in a project that exists, and only what exists is updated") { store in
            try await store.begin(with: .sample("ada"))
            try await expectConflict(.project) {
                try await store.once { try $0.insert(Account.sample("ada", in: Realm(project: "missing"))) }
            }
            try await expectConflict(.account) { try await store.once { try $0.update(Account.sample("missing")) } }
            try await expectConflict(.account) { try await store.once { try $0.update(Account.sample("ada", in: .tenant)) } }
        },
        Case("an address that is absent is not verified") { store in
            try await store.begin(with: .sample("ada"))
            try await expectConflict(.other) { try await store.once { try $0.insert(Account.sample("bob", emailVerified: true)) } }
            try await expectConflict(.other) { try await store.once { try $0.update(Account.sample("ada", emailVerified: true)) } }
        },
        Case("custom claims are an object, as its braces show") { store in
            try await store.begin()
            for claims in ["[1]", "{", "", "text"] {
                var account = Account.sample("ada")
                account.customClaims = claims
                let refused = account
                try await expectConflict(.other) { try await store.once { try $0.insert(refused) } }
            }
        },
    ]
}
