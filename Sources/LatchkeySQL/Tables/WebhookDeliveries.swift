package import Foundation
package import LatchkeyIdentity

extension Transaction {
    package func webhookDeliveries(to endpoint: String, limit: Int) throws -> [WebhookDelivery] {
        try all(
            "SELECT \(WebhookDelivery.columns) FROM webhook_delivery WHERE endpoint = :endpoint ORDER BY number DESC LIMIT :limit",
            [":endpoint": endpoint, ":limit": max(0, limit)], WebhookDelivery.init)
    }

    package func webhookDelivery(_ id: String) throws -> WebhookDelivery? {
        try first("SELECT \(WebhookDelivery.columns) FROM webhook_delivery WHERE id = :id", [":id": id], WebhookDelivery.init)
    }

    package func webhookDeliveries(about account: AccountID, in realm: Realm) throws -> [WebhookDelivery] {
        try all(
            """
            SELECT \(WebhookDelivery.columns) FROM webhook_delivery
            WHERE uid = :uid AND project = :project AND tenant = :tenant ORDER BY number LIMIT 1000
            """, [":uid": account, ":project": realm.project, ":tenant": realm.tenant], WebhookDelivery.init)
    }

    package func nextWebhookAttempts() throws -> [String: Date] {
        // One step in the index for each endpoint, however long its queue is.
        let found = try all(
            """
            SELECT id, (SELECT min(next_attempt_at) FROM webhook_delivery WHERE endpoint = webhook_endpoint.id AND state = 'waiting')
            FROM webhook_endpoint WHERE enabled = 1
            """, [:]
        ) { (id: try $0.next() as String, at: try $0.next() as Date?) }
        return Dictionary(uniqueKeysWithValues: found.compactMap { entry in entry.at.map { (entry.id, $0) } })
    }

    package func hasWaitingWebhooks(_ count: Int, to endpoint: String) throws -> Bool {
        try first(
            """
            SELECT 1 FROM webhook_delivery INDEXED BY webhook_delivery_unfinished
            WHERE endpoint = :endpoint AND state IN ('queued', 'waiting') LIMIT 1 OFFSET :skipped
            """, [":endpoint": endpoint, ":skipped": max(0, count - 1)]
        ) { try $0.next() as Int } != nil
    }

    package func hasWaitingWebhooks(_ count: Int, to endpoint: String, about account: AccountID, in realm: Realm) throws -> Bool {
        try first(
            """
            SELECT 1 FROM webhook_delivery INDEXED BY webhook_delivery_unfinished
            WHERE endpoint = :endpoint AND uid = :uid AND tenant = :tenant AND state IN ('queued', 'waiting') LIMIT 1 OFFSET :skipped
            """, [":endpoint": endpoint, ":uid": account, ":tenant": realm.tenant, ":skipped": max(0, count - 1)]
        ) { try $0.next() as Int } != nil
    }

    package func lastUnfinishedWebhook(to endpoint: String, about account: AccountID, in realm: Realm) throws -> WebhookDelivery? {
        try first(
            """
            SELECT \(WebhookDelivery.columns) FROM webhook_delivery INDEXED BY webhook_delivery_unfinished
            WHERE endpoint = :endpoint AND uid = :uid AND tenant = :tenant AND state IN ('queued', 'waiting')
            ORDER BY number DESC LIMIT 1
            """, [":endpoint": endpoint, ":uid": account, ":tenant": realm.tenant], WebhookDelivery.init)
    }

    package func waitingWebhooks(to endpoint: String) throws -> Int {
        try first(
            """
            SELECT count(*) FROM webhook_delivery INDEXED BY webhook_delivery_unfinished
            WHERE endpoint = :endpoint AND state IN ('queued', 'waiting')
            """, [":endpoint": endpoint]
        ) { try $0.next() } ?? 0
    }

    package func insert(_ delivery: WebhookDelivery) throws {
        touched?.markOutbox()
        try run(
            """
            INSERT INTO webhook_delivery (\(WebhookDelivery.columns))
            VALUES (
                :id, :endpoint, :event, :project, :tenant, :uid, :payload, :created_at,
                CASE WHEN :state <> 'waiting' OR NOT EXISTS (
                    SELECT 1 FROM webhook_delivery
                    WHERE endpoint = :endpoint AND uid = :uid AND tenant = :tenant AND state IN ('queued', 'waiting'))
                THEN :state ELSE 'queued' END,
                :attempts, :next_attempt_at, :last_error)
            """,
            [
                ":id": delivery.id, ":endpoint": delivery.endpoint, ":event": delivery.event, ":project": delivery.realm.project,
                ":tenant": delivery.realm.tenant, ":uid": delivery.account, ":payload": delivery.payload,
                ":created_at": delivery.createdAt, ":state": delivery.state, ":attempts": delivery.attempts,
                ":next_attempt_at": delivery.nextAttemptAt, ":last_error": delivery.lastError,
            ], parent: .other)
    }

    package func claimWebhookDeliveries(to endpoint: String, limit: Int, at now: Date, retryAt: Date) throws -> [WebhookDelivery] {
        let claimed = try all(
            """
            UPDATE webhook_delivery SET attempts = attempts + 1, next_attempt_at = :retry_at
            WHERE number IN (
                SELECT number FROM webhook_delivery
                WHERE endpoint = :endpoint AND state = 'waiting' AND next_attempt_at <= :now
                    AND EXISTS (SELECT 1 FROM webhook_endpoint WHERE id = :endpoint AND enabled = 1)
                ORDER BY next_attempt_at, number LIMIT :limit)
            RETURNING \(WebhookDelivery.columns)
            """, [":retry_at": retryAt, ":endpoint": endpoint, ":now": now, ":limit": max(0, limit)], WebhookDelivery.init)
        // RETURNING does not define an order.
        return claimed.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    package func update(_ delivery: WebhookDelivery, at now: Date) throws {
        try run(
            """
            UPDATE webhook_delivery
            SET payload = :payload, state = :state, attempts = :attempts, next_attempt_at = :next_attempt_at, last_error = :last_error
            WHERE id = :id
            """,
            [
                ":payload": delivery.payload, ":state": delivery.state, ":attempts": delivery.attempts,
                ":next_attempt_at": delivery.nextAttemptAt, ":last_error": delivery.lastError, ":id": delivery.id,
            ])
        guard delivery.state == .delivered || delivery.state == .failed else { return }
        try removeOldest(delivery.state, of: delivery.endpoint)
        try run(
            """
            UPDATE webhook_delivery SET state = 'waiting', next_attempt_at = :now
            WHERE number = (
                SELECT min(number) FROM webhook_delivery
                WHERE endpoint = :endpoint AND uid = :uid AND tenant = :tenant AND state IN ('queued', 'waiting'))
                AND state = 'queued'
            """, [":now": now, ":endpoint": delivery.endpoint, ":uid": delivery.account, ":tenant": delivery.realm.tenant])
    }

    // PostgreSQL cannot infer the type of a parameter whose first use is `IS NULL`, hence the casts.
    package func retryWebhookDeliveries(to endpoint: String, only id: String?, limit: Int, at now: Date) throws -> Int {
        touched?.markOutbox()
        let count = try run(
            """
            UPDATE webhook_delivery SET state = 'queued', attempts = 0
            WHERE number IN (
                SELECT number FROM webhook_delivery
                WHERE endpoint = :endpoint AND state = 'failed' AND (CAST(:id AS TEXT) IS NULL OR id = :id) ORDER BY number LIMIT :limit)
            """, [":endpoint": endpoint, ":id": id, ":limit": max(0, limit)])
        if count > 0 { try promoteWebhookDeliveries(to: endpoint, at: now) }
        return count
    }

    package func hastenWebhookDeliveries(
        to endpoint: String, only id: String?, dueAfter due: Date, limit: Int, at now: Date
    ) throws -> (hastened: Int, soon: Int) {
        touched?.markOutbox()
        let condition = "endpoint = :endpoint AND state = 'waiting' AND (CAST(:id AS TEXT) IS NULL OR id = :id)"
        let soon = try first(
            "SELECT count(*) FROM webhook_delivery WHERE \(condition) AND next_attempt_at <= :due",
            [":endpoint": endpoint, ":id": id, ":due": due]
        ) { try $0.next() as Int }
        let hastened = try run(
            """
            UPDATE webhook_delivery SET next_attempt_at = :now
            WHERE number IN (
                SELECT number FROM webhook_delivery WHERE \(condition) AND next_attempt_at > :due ORDER BY next_attempt_at LIMIT :limit)
            """, [":endpoint": endpoint, ":id": id, ":due": due, ":now": now, ":limit": max(0, limit)])
        return (hastened, soon ?? 0)
    }

    package func reduceWebhookDeliveries(
        about account: AccountID, in realm: Realm, _ reduced: (WebhookDelivery) throws -> String
    ) throws {
        let about: Values = [":uid": account, ":project": realm.project, ":tenant": realm.tenant]
        let condition = "uid = :uid AND project = :project AND tenant = :tenant"
        try run("DELETE FROM webhook_delivery WHERE \(condition) AND state IN ('delivered', 'failed')", about)
        for delivery in try all(
            "SELECT \(WebhookDelivery.columns) FROM webhook_delivery WHERE \(condition)", about, WebhookDelivery.init)
        {
            try run(
                "UPDATE webhook_delivery SET payload = :payload WHERE id = :id",
                [":payload": try reduced(delivery), ":id": delivery.id])
        }
    }

    package func removeWebhookDeliveries(before end: Date, at now: Date) throws {
        let removed = try all(
            """
            DELETE FROM webhook_delivery WHERE number IN (
                SELECT number FROM webhook_delivery WHERE created_at <= :end ORDER BY created_at LIMIT \(Self.removedTogether))
            RETURNING endpoint, state
            """, [":end": end]
        ) { (endpoint: try $0.next() as String, state: try $0.next() as WebhookDelivery.State) }
        let unfinished = removed.filter { $0.state != .delivered && $0.state != .failed }
        for endpoint in Set(unfinished.map(\.endpoint)) { try promoteWebhookDeliveries(to: endpoint, at: now) }
    }

    /// The transaction may be that of a user's request, so it stays short. The next one continues.
    private static var removedTogether: Int { 1000 }

    /// Keeps the newest finished deliveries of an endpoint, so that the queries and the deletion of an endpoint stay fast.
    private func removeOldest(_ state: WebhookDelivery.State, of endpoint: String) throws {
        let kept = state == .delivered ? WebhookDelivery.keptDelivered : WebhookEndpoint.maxWaiting
        // A literal, because only a literal selects the partial index.
        let condition = "endpoint = :endpoint AND state = '\(state == .delivered ? "delivered" : "failed")'"
        try run(
            """
            DELETE FROM webhook_delivery WHERE \(condition) AND number <= (
                SELECT number FROM webhook_delivery WHERE \(condition) ORDER BY number DESC LIMIT 1 OFFSET :kept)
            """, [":endpoint": endpoint, ":kept": kept])
    }

    /// Lets the first queued delivery about each account wait, if none does.
    private func promoteWebhookDeliveries(to endpoint: String, at now: Date) throws {
        try run(
            """
            UPDATE webhook_delivery INDEXED BY webhook_delivery_unfinished SET state = 'waiting', next_attempt_at = :now
            WHERE endpoint = :endpoint AND state IN ('queued', 'waiting') AND state = 'queued' AND NOT EXISTS (
                SELECT 1 FROM webhook_delivery AS other
                WHERE other.endpoint = :endpoint AND other.uid = webhook_delivery.uid AND other.tenant = webhook_delivery.tenant
                    AND other.state IN ('queued', 'waiting')
                    AND (other.state = 'waiting' OR other.number < webhook_delivery.number))
            """, [":now": now, ":endpoint": endpoint])
    }
}

extension WebhookDelivery {
    fileprivate static let columns = """
        id, endpoint, event, project, tenant, uid, payload, created_at, state, attempts, next_attempt_at, last_error
        """

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            id: try row.next(), endpoint: try row.next(), event: try row.next(), realm: try row.realm(), account: try row.next(),
            payload: try row.next(), createdAt: try row.next(), state: try row.next(), attempts: try row.next(),
            nextAttemptAt: try row.next(), lastError: try row.next())
    }
}
