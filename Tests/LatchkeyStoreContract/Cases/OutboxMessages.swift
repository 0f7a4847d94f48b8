import Foundation
import LatchkeyIdentity
import LatchkeyTestSupport

extension StoreContract {
    static let outboxMessages: [Case] = [
        Case("messages read back with every field, newest first, of one project") { store in
            try await store.begin()
            var old = OutboxMessage.sample("old", in: .tenant, createdAt: start)
            old.state = .failed
            old.attempts = 3
            old.nextAttemptAt = start.later(7)
            old.lastError = "550 no such user"
            let young = OutboxMessage.sample("young", createdAt: start.later(1))
            let foreign = OutboxMessage.sample("foreign", in: .neighbour)
            let all = [old, young, foreign]
            try await store.write { transaction in
                for message in all { try transaction.insert(message) }
            }
            try expect(try await store.read { try $0.outboxMessages(of: .sample, limit: 9) }, is: [young, old])
            try expect(try await store.read { try $0.outboxMessages(of: .sample, limit: 1) }, is: [young])
            try expect(try await store.read { try $0.outboxMessage("foreign") }, is: foreign)
            try expect(try await store.read { try $0.outboxMessage("missing") }, is: nil)
            try await expectConflict(.other) { try await store.once { try $0.insert(OutboxMessage.sample("old")) } }
            try await expectConflict(.project) {
                try await store.once { try $0.insert(OutboxMessage.sample("x", in: Realm(project: "missing"))) }
            }
        },
        Case("a due message is claimed once, the oldest first, and becomes due again if its delivery is not reported") { store in
            try await store.begin()
            try await store.write { transaction in
                for (name, time) in [("c", 2), ("a", 0), ("b", 1), ("later", 50)] {
                    try transaction.insert(OutboxMessage.sample(name, createdAt: start.later(time)))
                }
            }
            let now = start.later(10)
            let claim: @Sendable (Date, Int) async throws -> [String] = { now, limit in
                try await store.write { try $0.claimOutboxMessages(by: .email, limit: limit, at: now, retryAt: start.later(100)).map(\.id) }
            }
            try expect(try await claim(now, 2), is: ["a", "b"])
            try expect(try await claim(now, 9), is: ["c"])
            try expect(try await claim(now, 9), is: [])
            try expect(try await claim(start.later(50), 9), is: ["later"])
            try expect(try await claim(start.later(100), 9), is: ["a", "b", "c", "later"])
            try expect(try await store.read { try $0.outboxMessages(of: .sample, limit: 9).map(\.attempts) }, is: [2, 2, 2, 2])
        },
        Case("messages of another channel are left alone, and the next delivery of each is known") { store in
            try await store.begin()
            try await store.write { transaction in
                try transaction.insert(OutboxMessage.sample("mail"))
                try transaction.insert(OutboxMessage.sample("over", createdAt: start.later(-9), expiresAt: start.later(1)))
                try transaction.insert(OutboxMessage.sample("text", by: .sms, createdAt: start.later(3)))
            }
            let now = start.later(5)
            let next: @Sendable (OutboxMessage.Channel) async throws -> Date? = { channel in
                try await store.read { try $0.nextOutboxDelivery(by: channel, at: now) }
            }
            try expect(try await next(.email), is: start)
            try expect(try await next(.sms), is: start.later(3))
            try expect(try await next(OutboxMessage.Channel(rawValue: "pigeon")), is: nil)
            let claimed = try await store.write { try $0.claimOutboxMessages(by: .sms, limit: 9, at: now, retryAt: start.later(70)) }
            try expect(claimed.map(\.id), is: ["text"])
            try expect(try await next(.sms), is: start.later(70))
            try expect(try await next(.email), is: start)
        },
        Case("a waiting subscriber is notified when a message is stored") { store in
            let rings = store.outboxBell.rings()
            try await store.begin()
            try await store.once { try $0.insert(OutboxMessage.sample("a")) }
            var heard = rings.makeAsyncIterator()
            await heard.next()
            try expect(try await store.read { try $0.outboxMessage("a")?.id }, is: "a")
        },
        Case("a message is not claimed again after its delivery has ended or its code has expired") { store in
            try await store.begin()
            try await store.write { transaction in
                for name in ["sent", "failed", "waiting"] { try transaction.insert(OutboxMessage.sample(name)) }
                try transaction.insert(OutboxMessage.sample("over", expiresAt: start.later(10)))
                for var message in try transaction.claimOutboxMessages(by: .email, limit: 9, at: start, retryAt: start.later(5)) {
                    message.state = OutboxMessage.State(rawValue: message.id) ?? .waiting
                    message.nextAttemptAt = start.later(5)
                    try transaction.update(message)
                }
                try transaction.update(OutboxMessage.sample("missing"))
                let left = try transaction.claimOutboxMessages(by: .email, limit: 9, at: start.later(10), retryAt: start.later(99))
                try expect(left.map(\.id), is: ["waiting"])
                try transaction.removeExpired(at: start.later(10))
                try expect(
                    try transaction.outboxMessages(of: .sample, limit: 9).map(\.id).sorted(), is: ["failed", "sent", "waiting"])
            }
        },
    ]
}

extension OutboxMessage {
    static func sample(
        _ id: String, by channel: OutboxMessage.Channel = .email, in realm: Realm = .sample, createdAt: Date = start,
        expiresAt: Date = start.later(600_000)
    ) -> OutboxMessage {
        OutboxMessage(
            id: id, realm: realm, channel: channel, kind: .passwordReset, recipient: "\(id)@example.org",
            sealedContent: SealedSecret(bytes: [7, 0, 8]), createdAt: createdAt, expiresAt: expiresAt)
    }
}
