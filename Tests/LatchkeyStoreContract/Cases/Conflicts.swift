import LatchkeyIdentity
import LatchkeyTestSupport

private struct Stop: Error, Equatable {}

extension StoreContract {
    /// Calls that conflict with the account `ada`, which has the identity `1`.
    private static let conflicting: [(name: String, subject: StoreConflict.Subject, call: @Sendable (any StoreWriting) throws -> Void)] = [
        ("a taken uid", .account, { try $0.insert(Account.sample("ada")) }),
        (
            "an account with a taken identity", .identity,
            { try $0.insert(Account.sample("bob", identities: [.sample("2", provider: .twitter), .sample("1")])) }
        ),
        ("an update of a missing account", .account, { try $0.update(Account.sample("missing")) }),
        ("a session of a missing account", .account, { try $0.insert(Session.sample("s", of: "missing")) }),
        ("an identity that is not linked", .identity, { try $0.update(Identity.sample("9"), in: .sample) }),
        ("a missing signing key", .other, { try $0.retireSigningKeys(except: "missing", publishedUntil: start) }),
    ]

    private static func reasons(in store: any AccountStore) async throws -> [String?] {
        try await store.read { try $0.events(of: .sample, subject: nil, limit: 9) }.map(\.reason)
    }

    static let conflicts: [Case] = [
        Case("a conflict ends its transaction, even if the closure catches it") { store in
            try await store.begin(with: .sample("ada", identities: [.sample("1")]))
            for (name, subject, call) in conflicting {
                do {
                    try await store.write { transaction in
                        try transaction.append(AuthEvent.sample("before"))
                        try? call(transaction)
                    }
                    throw ContractViolation(finding: "\(name) ended no transaction", file: #fileID, line: #line)
                } catch let conflict as StoreConflict {
                    try expect(conflict.subject, is: subject)
                }
            }
            try expect(try await reasons(in: store), is: [])
            try expect(try await store.account("bob"), is: nil)
        },
        Case("a transaction continues after a conflict in an attempt, of which no change remains") { store in
            try await store.begin(with: .sample("ada", identities: [.sample("1")]))
            for (name, subject, call) in conflicting {
                try await store.write { transaction in
                    try transaction.append(AuthEvent.sample("before \(name)"))
                    do {
                        try transaction.attempt {
                            try transaction.append(AuthEvent.sample("undone"))
                            _ = try transaction.unlink(Identity.sample("1").key.provider, from: "ada", in: .sample)
                            try transaction.link(.sample("1"), to: "ada", in: .sample)
                            try call(transaction)
                        }
                        throw ContractViolation(finding: "no conflict: \(name)", file: #fileID, line: #line)
                    } catch let conflict as StoreConflict {
                        try expect(conflict.subject, is: subject)
                    }
                    try expect(try transaction.account("bob", in: .sample), is: nil)
                    try transaction.append(AuthEvent.sample("after \(name)"))
                }
            }
            let names = conflicting.map(\.name)
            try expect(Set(try await reasons(in: store)).contains("undone"), is: false)
            let stored = try await store.read { try $0.events(of: .sample, subject: nil, limit: 99) }.compactMap(\.reason)
            try expect(Set(stored), is: Set(names.flatMap { ["before \($0)", "after \($0)"] }))
            try expect(try await store.account("ada")?.identities, is: [.sample("1")])
        },
        Case("an attempt returns the result of its closure, and its changes are part of the transaction") { store in
            try await store.begin()
            let number = try await store.write { transaction in
                try transaction.attempt {
                    try transaction.insert(Account.sample("ada"))
                    return 7
                }
            }
            try expect(number, is: 7)
            try expectSome(try await store.account("ada"))
            try? await store.write { transaction in
                try transaction.attempt { try transaction.insert(Account.sample("bob")) }
                throw Stop()
            }
            try expect(try await store.account("bob"), is: nil)
        },
        Case("an attempt that throws any error is undone, and the error arrives as it was") { store in
            try await store.begin()
            try await store.write { transaction in
                do {
                    try transaction.attempt {
                        try transaction.insert(Account.sample("ada"))
                        throw Stop()
                    }
                } catch is Stop {}
                try expect(try transaction.account("ada", in: .sample), is: nil)
                try transaction.insert(Account.sample("bob"))
            }
            try expect(try await store.account("ada"), is: nil)
            try expectSome(try await store.account("bob"))
        },
        Case("an account that was read in an attempt that was undone is stored as it is written later") { store in
            try await store.begin(with: .sample("ada"))
            try await store.write { transaction in
                var account = try expectSome(try transaction.account("ada", in: .sample))
                account.displayName = "Ada"
                try? transaction.attempt {
                    try transaction.update(account)
                    _ = try transaction.account("ada", in: .sample)
                    throw Stop()
                }
                account.lastSignInAt = start.later(5000)
                try transaction.update(account)
            }
            try expect(try await store.account("ada")?.displayName, is: "Ada")
            try expect(try await store.account("ada")?.lastSignInAt, is: start.later(5000))
        },
        Case("an attempt that catches the conflict of its own call fails with it") { store in
            try await store.begin(with: .sample("ada"))
            try await store.write { transaction in
                do {
                    try transaction.attempt {
                        try transaction.insert(Account.sample("bob"))
                        try? transaction.insert(Account.sample("ada"))
                    }
                    throw ContractViolation(finding: "the attempt succeeded", file: #fileID, line: #line)
                } catch let conflict as StoreConflict {
                    try expect(conflict.subject, is: .account)
                }
                try transaction.insert(Account.sample("eve"))
            }
            try expect(try await store.account("bob"), is: nil)
            try expectSome(try await store.account("eve"))
        },
        Case("attempts can be nested, and each is undone alone") { store in
            try await store.begin(with: .sample("ada"))
            try await store.write { transaction in
                try transaction.attempt {
                    try transaction.insert(Account.sample("bob"))
                    try? transaction.attempt {
                        try transaction.insert(Account.sample("late"))
                        try transaction.insert(Account.sample("ada"))
                    }
                    try transaction.insert(Account.sample("carl"))
                }
                try? transaction.attempt {
                    try transaction.attempt { try transaction.insert(Account.sample("dora")) }
                    throw Stop()
                }
            }
            let kept = try await store.read { try $0.accounts(in: .sample, after: nil, limit: 9) }
            try expect(kept.map(\.id), is: ["ada", "bob", "carl"])
        },
    ]
}
