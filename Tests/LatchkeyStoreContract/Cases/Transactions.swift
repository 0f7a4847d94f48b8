import LatchkeyIdentity
import LatchkeyTestSupport
import Synchronization

private struct Stop: Error, Equatable {
    var number = 0
}

extension StoreContract {
    static let transactions: [Case] = [
        Case("a write returns what its closure returns, and reads that follow see what it did") { store in
            try await store.begin()
            let reply = try await store.write { transaction in
                try transaction.insert(Account.sample("ada"))
                return 42
            }
            try expect(reply, is: 42)
            try expectSome(try await store.account("ada"))
        },
        Case("a transaction sees its own changes") { store in
            try await store.begin()
            try await store.write { transaction in
                try transaction.insert(Account.sample("ada"))
                try expectSome(try transaction.account("ada", in: .sample))
                try expect(try transaction.deleteAccount("ada", in: .sample), "the account is there to be deleted")
                try expect(try transaction.account("ada", in: .sample), is: nil)
            }
        },
        Case("a closure that throws leaves nothing behind, and its error arrives as it was") { store in
            try await store.begin(with: .sample("ada"))
            do {
                try await store.write { transaction in
                    try transaction.insert(Account.sample("bob", identities: [.sample("1")]))
                    try transaction.insert(Session.sample("s"))
                    _ = try transaction.deleteAccount("ada", in: .sample)
                    throw Stop(number: 7)
                }
                throw ContractViolation(finding: "the write did not throw", file: #fileID, line: #line)
            } catch let stop as Stop {
                try expect(stop, is: Stop(number: 7))
            }
            try expect(try await store.account("bob"), is: nil)
            try expect(try await store.account("ada"), is: .sample("ada"))
            try expect(try await store.read { try $0.sessions(of: "ada", in: .sample) }, is: [])
        },
        Case("transactions that fail do not hurt those that run beside them") { store in
            try await store.begin()
            let outcomes = try await concurrently(60) { number in
                do {
                    try await store.write { transaction in
                        try transaction.insert(Account.sample(AccountID(rawValue: "a\(number)")))
                        if number % 3 == 0 { throw Stop() }
                        if number % 3 == 1 { try transaction.insert(Session.sample("s", of: "nobody")) }
                    }
                    return true
                } catch is Stop {
                    return false
                } catch let conflict as StoreConflict where conflict.subject == .account {
                    return false
                }
            }
            try expect(outcomes, is: (0..<60).map { $0 % 3 == 2 })
            let kept = try await store.read { try $0.accounts(in: .sample, after: nil, limit: 100) }
            try expect(Set(kept.map(\.id.rawValue)), is: Set((0..<60).filter { $0 % 3 == 2 }.map { "a\($0)" }))
        },
        Case("transactions run one after the other, so that no change is lost") { store in
            try await store.begin(with: .sample("counter"))
            _ = try await concurrently(50) { _ in
                try await store.write { transaction in
                    var account = try expectSome(try transaction.account("counter", in: .sample))
                    account.displayName = String((account.displayName.flatMap(Int.init) ?? 0) + 1)
                    try transaction.update(account)
                }
            }
            try expect(try await store.account("counter")?.displayName, is: "50")
        },
        Case("a reader never sees half of a transaction, nor two different states in one reading") { store in
            try await store.begin(with: .sample("left"), .sample("right"))
            let writing = Task {
                for number in 0..<100 {
                    try await store.write { transaction in
                        for id in ["left", "right"] as [AccountID] {
                            var account = try expectSome(try transaction.account(id, in: .sample))
                            account.displayName = String(number)
                            try transaction.update(account)
                        }
                    }
                }
            }
            for _ in 0..<200 {
                let names = try await store.read { view in
                    (try view.account("left", in: .sample)?.displayName, try view.account("right", in: .sample)?.displayName)
                }
                try expect(names.0, is: names.1)
            }
            try await writing.value
        },
        Case("a cancelled task's write still happens, because its caller has to know") { store in
            try await store.begin()
            let cancelled = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await store.once { try $0.insert(Account.sample("ada")) }
            }
            try await cancelled.value
            try expectSome(try await store.account("ada"))
        },
        Case("observers learn of events once they are committed, and of no others") { store in
            try await store.begin()
            let observer = EventList()
            store.committedEvents.add(observer)
            @Sendable func event(_ reason: String) -> AuthEvent {
                AuthEvent(at: start, realm: .sample, kind: .signIn, outcome: .refused, reason: reason)
            }
            try await store.write { transaction in
                try transaction.append(event("first"))
                try? transaction.attempt {
                    try transaction.append(event("undone"))
                    throw Stop()
                }
                try transaction.append(event("second"))
                try expect(observer.reasons, is: [])
            }
            try expect(observer.reasons, is: ["first", "second"])
            try? await store.write { transaction in
                try transaction.append(event("rolled back"))
                throw Stop()
            }
            try await store.write { try $0.append(event("third")) }
            try expect(observer.reasons, is: ["first", "second", "third"])
        },
    ]
}

private final class EventList: EventObserver {
    private let list = Mutex<[String]>([])
    var reasons: [String] { list.withLock { $0 } }
    func observe(_ event: AuthEvent) { list.withLock { $0.append(event.reason ?? "-") } }
}
