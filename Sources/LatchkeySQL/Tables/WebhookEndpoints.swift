import Foundation
package import LatchkeyIdentity

extension Transaction {
    package func webhookEndpoint(_ id: String) throws -> WebhookEndpoint? {
        try first("SELECT \(WebhookEndpoint.columns) FROM webhook_endpoint WHERE id = :id", [":id": id], WebhookEndpoint.init)
    }

    package func webhookEndpoints(of project: ProjectID) throws -> [WebhookEndpoint] {
        try all(
            "SELECT \(WebhookEndpoint.columns) FROM webhook_endpoint WHERE project = :project ORDER BY created_at, id",
            [":project": project], WebhookEndpoint.init)
    }

    package func insert(_ endpoint: WebhookEndpoint) throws {
        try run(
            """
            INSERT INTO webhook_endpoint (\(WebhookEndpoint.columns))
            VALUES (
                :id, :project, :url, :events, :sealed_secret, :sealed_previous, :previous_until, :enabled, :created_at, :failing_since,
                :last_error, :dropped_count)
            """,
            [
                ":id": endpoint.id, ":project": endpoint.project, ":url": endpoint.url,
                ":events": StoredTexts(endpoint.events.map(\.rawValue)), ":sealed_secret": endpoint.sealedSecret,
                ":sealed_previous": endpoint.sealedPrevious, ":previous_until": endpoint.previousUntil, ":enabled": endpoint.isEnabled,
                ":created_at": endpoint.createdAt, ":failing_since": endpoint.failingSince, ":last_error": endpoint.lastError,
                ":dropped_count": endpoint.droppedCount,
            ])
    }

    package func update(_ endpoint: WebhookEndpoint) throws {
        // A worker learns at once that an endpoint was enabled.
        touched?.markOutbox()
        try run(
            """
            UPDATE webhook_endpoint
            SET url = :url, events = :events, sealed_secret = :sealed_secret, sealed_previous = :sealed_previous,
                previous_until = :previous_until, enabled = :enabled, failing_since = :failing_since, last_error = :last_error,
                dropped_count = :dropped_count
            WHERE id = :id
            """,
            [
                ":url": endpoint.url, ":events": StoredTexts(endpoint.events.map(\.rawValue)), ":sealed_secret": endpoint.sealedSecret,
                ":sealed_previous": endpoint.sealedPrevious, ":previous_until": endpoint.previousUntil, ":enabled": endpoint.isEnabled,
                ":failing_since": endpoint.failingSince, ":last_error": endpoint.lastError, ":dropped_count": endpoint.droppedCount,
                ":id": endpoint.id,
            ])
    }

    package func deleteWebhookEndpoint(_ id: String) throws -> Bool {
        try run("DELETE FROM webhook_endpoint WHERE id = :id", [":id": id]) == 1
    }

    package func troubledWebhooks(limit: Int) throws -> [WebhookEndpoint] {
        try all(
            """
            SELECT \(WebhookEndpoint.columns) FROM webhook_endpoint
            WHERE failing_since IS NOT NULL OR enabled = 0 ORDER BY project, created_at, id LIMIT :limit
            """, [":limit": max(0, limit)], WebhookEndpoint.init)
    }

    package func webhookCounts() throws -> WebhookCounts {
        func count(_ table: String, where condition: String) throws -> Int {
            try first("SELECT count(*) FROM \(table) WHERE \(condition)", [:]) { try $0.next() } ?? 0
        }
        let endpoints: [WebhookEndpoint.State: Int] = [
            .active: try count("webhook_endpoint", where: "enabled = 1 AND failing_since IS NULL"),
            .failing: try count("webhook_endpoint", where: "enabled = 1 AND failing_since IS NOT NULL"),
            .disabled: try count("webhook_endpoint", where: "enabled = 0"),
        ]
        return WebhookCounts(
            waiting: try count("webhook_delivery", where: "state IN ('queued', 'waiting')"),
            failed: try count("webhook_delivery", where: "state = 'failed'"), endpoints: endpoints.filter { $0.value > 0 })
    }
}

extension WebhookEndpoint {
    fileprivate static let columns = """
        id, project, url, events, sealed_secret, sealed_previous, previous_until, enabled, created_at, failing_since, last_error,
        dropped_count
        """

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            id: try row.next(), project: try row.next(), url: try row.next(),
            // An event of a later version is not sent by this one.
            events: (try row.next() as StoredTexts).texts.compactMap(UserEvent.init), sealedSecret: try row.next(),
            sealedPrevious: try row.next(), previousUntil: try row.next(), isEnabled: try row.next(), createdAt: try row.next(),
            failingSince: try row.next(), lastError: try row.next(), droppedCount: try row.next())
    }
}
