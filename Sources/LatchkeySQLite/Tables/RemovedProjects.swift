import Foundation
import LatchkeyIdentity

extension Transaction {
    func removedProjects() throws -> [RemovedProject] {
        try all("SELECT id, removed_at, finished_at FROM removed_project ORDER BY id", [:]) { row in
            RemovedProject(id: try row.next(), removedAt: try row.next(), finishedAt: try row.next())
        }
    }

    func accountReferences(of project: ProjectID, limit: Int) throws -> [AccountReference] {
        try all(
            "SELECT project, tenant, id FROM account WHERE project = :project LIMIT :limit",
            [":project": project, ":limit": max(0, limit)]
        ) { row in
            let realm = try row.realm()
            return AccountReference(try row.next(), in: realm)
        }
    }

    func accountCount(of project: ProjectID) throws -> Int {
        try first("SELECT count(*) FROM account WHERE project = :project", [":project": project]) { try $0.next() } ?? 0
    }

    func hasErasure(of account: AccountID, in project: ProjectID) throws -> Bool {
        try exists(
            "SELECT 1 FROM account_erasure WHERE project = :project AND uid = :uid LIMIT 1", [":project": project, ":uid": account])
    }

    func hasErasures(in project: ProjectID) throws -> Bool {
        try exists("SELECT 1 FROM account_erasure WHERE project = :project LIMIT 1", [":project": project])
    }

    func beginRemoval(of project: ProjectID, at now: Date) throws -> Bool {
        guard try self.project(project) != nil else { return false }
        touched?.markConfiguration()
        try run(
            """
            INSERT INTO removed_project (id, removed_at) VALUES (:id, :now)
            ON CONFLICT (id) DO UPDATE SET removed_at = :now, finished_at = NULL
            """, [":id": project, ":now": now])
        return true
    }

    func removeRows(of project: ProjectID, limit: Int) throws -> Int {
        touched?.markConfiguration()
        var count = 0
        for (table, key) in try tablesOfProjects() where count < limit {
            let rows = "SELECT \(key) FROM \(table) WHERE project = :project LIMIT :limit"
            count += try run(
                "DELETE FROM \(table) WHERE (\(key)) IN (\(rows))", [":project": project, ":limit": limit - count])
        }
        return count
    }

    func removeWritePaths(of project: ProjectID, limit: Int) throws -> Int {
        let events = try chainedEvents(
            where: "project = :project AND kind = :kind AND reason IS NOT NULL LIMIT :limit",
            [":project": project, ":kind": AuthEvent.Kind.writeData, ":limit": max(0, limit)])
        for event in events { try rewrite(event, as: event.event.with(reason: nil)) }
        return events.count
    }

    func endRemoval(of project: ProjectID, at now: Date) throws -> Bool {
        let values: Values = [":project": project, ":now": now]
        let isRunning = "SELECT 1 FROM removed_project WHERE id = :project AND finished_at IS NULL"
        guard try exists(isRunning, values), try !hasErasures(in: project), try accountReferences(of: project, limit: 1).isEmpty,
            try !exists("SELECT 1 FROM realtime_database WHERE project = :project LIMIT 1", values)
        else { return false }
        touched?.markConfiguration()
        // Its foreign keys remove rows that were inserted in the last moment.
        try run("DELETE FROM project WHERE id = :project", values)
        try run("UPDATE removed_project SET finished_at = :now WHERE id = :project", values)
        return true
    }

    func forgetRemovedProject(_ project: ProjectID) throws {
        try run(
            """
            DELETE FROM removed_project WHERE id = :project AND finished_at IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM auth_event WHERE project = :project)
            """, [":project": project])
    }

    private func exists(_ sql: String, _ values: Values) throws -> Bool { try first(sql, values) { _ in true } ?? false }

    /// Returns the tables whose rows belong to a project by a foreign key, with their primary keys. They are read from the schema, so that
    /// a new table cannot be forgotten. Accounts and databases are left out, because their removal has more parts.
    private func tablesOfProjects() throws -> [(table: String, key: String)] {
        let sql = """
            SELECT t.name, (SELECT group_concat(c.name) FROM pragma_table_info(t.name) AS c WHERE c.pk > 0)
            FROM sqlite_schema AS t
            WHERE t.type = 'table' AND t.name NOT IN ('account', 'realtime_database') AND EXISTS (
                SELECT 1 FROM pragma_foreign_key_list(t.name) AS f WHERE f."table" = 'project' AND f."from" = 'project')
            ORDER BY t.name
            """
        return try all(sql, [:]) { (try $0.next(), try $0.next()) }
    }
}
