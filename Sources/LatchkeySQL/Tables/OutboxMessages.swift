package import Foundation
package import LatchkeyIdentity

extension Transaction {
    package func outboxMessages(of project: ProjectID, limit: Int) throws -> [OutboxMessage] {
        try all(
            """
            SELECT \(OutboxMessage.columns) FROM outbox_message
            WHERE project = :project ORDER BY created_at DESC, rowid DESC LIMIT :limit
            """, [":project": project, ":limit": max(0, limit)], OutboxMessage.init)
    }

    package func outboxMessage(_ id: String) throws -> OutboxMessage? {
        try first("SELECT \(OutboxMessage.columns) FROM outbox_message WHERE id = :id", [":id": id], OutboxMessage.init)
    }

    package func nextOutboxDelivery(by channel: OutboxMessage.Channel, at now: Date) throws -> Date? {
        try first(
            """
            SELECT next_attempt_at FROM outbox_message
            WHERE state = 'waiting' AND channel = :channel AND expires_at > :now ORDER BY next_attempt_at LIMIT 1
            """, [":channel": channel, ":now": now]
        ) { try $0.next() }
    }

    package func waitingMessages() throws -> [OutboxMessage.Channel: Int] {
        let rows = try all("SELECT channel, count(*) FROM outbox_message WHERE state = 'waiting' GROUP BY channel", [:]) {
            (channel: try $0.next() as OutboxMessage.Channel, count: try $0.next() as Int)
        }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.channel, $0.count) })
    }

    package func insert(_ message: OutboxMessage) throws {
        touched?.markOutbox()
        try run(
            """
            INSERT INTO outbox_message (\(OutboxMessage.columns))
            VALUES (
                :id, :project, :tenant, :channel, :kind, :recipient, :sealed_content, :created_at, :expires_at, :state, :attempts,
                :next_attempt_at, :last_error)
            """,
            [
                ":id": message.id, ":project": message.realm.project, ":tenant": message.realm.tenant, ":channel": message.channel,
                ":kind": message.kind, ":recipient": message.recipient, ":sealed_content": message.sealedContent,
                ":created_at": message.createdAt, ":expires_at": message.expiresAt, ":state": message.state,
                ":attempts": message.attempts, ":next_attempt_at": message.nextAttemptAt, ":last_error": message.lastError,
            ])
    }

    package func claimOutboxMessages(by channel: OutboxMessage.Channel, limit: Int, at now: Date, retryAt: Date) throws -> [OutboxMessage] {
        let claimed = try all(
            """
            UPDATE outbox_message SET attempts = attempts + 1, next_attempt_at = :retry_at
            WHERE id IN (
                SELECT id FROM outbox_message
                WHERE state = 'waiting' AND channel = :channel AND next_attempt_at <= :now AND expires_at > :now
                ORDER BY next_attempt_at LIMIT :limit)
            RETURNING \(OutboxMessage.columns)
            """, [":channel": channel, ":now": now, ":retry_at": retryAt, ":limit": max(0, limit)], OutboxMessage.init)
        // RETURNING does not define an order.
        return claimed.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    package func update(_ message: OutboxMessage) throws {
        try run(
            """
            UPDATE outbox_message
            SET state = :state, attempts = :attempts, next_attempt_at = :next_attempt_at, last_error = :last_error
            WHERE id = :id
            """,
            [
                ":id": message.id, ":state": message.state, ":attempts": message.attempts,
                ":next_attempt_at": message.nextAttemptAt, ":last_error": message.lastError,
            ])
    }
}

extension OutboxMessage {
    fileprivate static let columns = """
        id, project, tenant, channel, kind, recipient, sealed_content, created_at, expires_at, state, attempts, next_attempt_at,
        last_error
        """

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            id: try row.next(), realm: try row.realm(), channel: try row.next(), kind: try row.next(), recipient: try row.next(),
            sealedContent: try row.next(), createdAt: try row.next(), expiresAt: try row.next(), state: try row.next(),
            attempts: try row.next(), nextAttemptAt: try row.next(), lastError: try row.next())
    }
}
