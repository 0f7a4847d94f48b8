import Foundation
import LatchkeyIdentity

extension MemoryTransaction {
    func outboxMessages(of project: ProjectID, limit: Int) throws -> [OutboxMessage] {
        let found = state.outbox.filter { $0.realm.project == project }.enumerated()
        let sorted = found.sorted { ($0.element.createdAt, $0.offset) > ($1.element.createdAt, $1.offset) }
        return Array(sorted.map(\.element).prefix(max(0, limit)))
    }

    func outboxMessage(_ id: String) throws -> OutboxMessage? { state.outbox.first { $0.id == id } }

    func nextOutboxDelivery(by channel: OutboxMessage.Channel, at now: Date) throws -> Date? {
        state.outbox.filter { $0.isWaiting(for: channel, at: now) }.map(\.nextAttemptAt).min()
    }

    func waitingMessages() throws -> [OutboxMessage.Channel: Int] {
        Dictionary(grouping: state.outbox.filter { $0.state == .waiting }, by: \.channel).mapValues(\.count)
    }

    func insert(_ message: OutboxMessage) throws {
        try requireProject(message.realm.project)
        try require(try outboxMessage(message.id) == nil, .other, "the id is taken")
        addsMessages = true
        state.outbox.append(message)
    }

    func claimOutboxMessages(by channel: OutboxMessage.Channel, limit: Int, at now: Date, retryAt: Date) throws -> [OutboxMessage] {
        let due = state.outbox.indices.filter { state.outbox[$0].isWaiting(for: channel, at: now) && state.outbox[$0].nextAttemptAt <= now }
        let claimed = due.sorted { state.outbox[$0].nextAttemptAt < state.outbox[$1].nextAttemptAt }.prefix(max(0, limit))
        for position in claimed {
            state.outbox[position].attempts += 1
            state.outbox[position].nextAttemptAt = retryAt
        }
        return claimed.map { state.outbox[$0] }.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    func update(_ message: OutboxMessage) throws {
        guard let found = state.outbox.firstIndex(where: { $0.id == message.id }) else { return }
        state.outbox[found].state = message.state
        state.outbox[found].attempts = message.attempts
        state.outbox[found].nextAttemptAt = message.nextAttemptAt
        state.outbox[found].lastError = message.lastError
    }
}

extension OutboxMessage {
    fileprivate func isWaiting(for channel: Channel, at now: Date) -> Bool {
        state == .waiting && self.channel == channel && expiresAt > now
    }
}
