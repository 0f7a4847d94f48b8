package import LatchkeyIdentity

/// Queries of tables that triggers of the schema maintain.
extension Transaction {
    package func eventCounts(of project: ProjectID, since day: UTCDay) throws -> [EventCount] {
        try all(
            """
            SELECT day, kind, outcome, nullif(method, ''), nullif(reason, ''), count FROM event_count
            WHERE project = :project AND day >= :day ORDER BY day, kind, outcome, method, reason
            """, [":project": project, ":day": day]
        ) { row in
            EventCount(
                day: try row.next(), kind: try row.next(), outcome: try row.next(), method: try row.next(), reason: try row.next(),
                count: try row.next())
        }
    }

    package func accountActivity(of project: ProjectID) throws -> [AccountActivity] {
        try all(
            """
            SELECT day, active, latest FROM account_activity
            WHERE project = :project AND (active > 0 OR latest > 0) AND day > 0 ORDER BY day
            """, [":project": project]
        ) { row in AccountActivity(day: try row.next(), active: try row.next(), latest: try row.next()) }
    }

    package func countedAccounts(of project: ProjectID) throws -> Int {
        let sql = "SELECT CAST(coalesce(sum(latest), 0) AS BIGINT) FROM account_activity WHERE project = :project"
        return try first(sql, [":project": project]) { try $0.next() } ?? 0
    }

    package func storedBytes(of project: ProjectID) throws -> StoredBytes {
        let size = try connection.size()
        let databases = try first(
            """
            SELECT coalesce(sum(length(json)), 0) FROM realtime_snapshot_part
            WHERE database IN (SELECT id FROM realtime_database WHERE project = :project)
            """, [":project": project]
        ) { try $0.next(Int.self) }
        return StoredBytes(all: size.all, free: size.free, databases: databases ?? 0)
    }
}
