package import Foundation
package import LatchkeyIdentity

extension Transaction {
    package func removedProjects() throws -> [RemovedProject] {
        try all("SELECT id, removed_at, finished_at FROM removed_project ORDER BY id", [:]) { row in
            RemovedProject(id: try row.next(), removedAt: try row.next(), finishedAt: try row.next())
        }
    }

    package func accountReferences(of project: ProjectID, limit: Int) throws -> [AccountReference] {
        try all(
            "SELECT project, tenant, id FROM account WHERE project = :project LIMIT :limit",
            [":project": project, ":limit": max(0, limit)]
        ) { row in
            let realm = try row.realm()
            return AccountReference(try row.next(), in: realm)
        }
    }

    package func accountCount(of project: ProjectID) throws -> Int {
        try first("SELECT count(*) FROM account WHERE project = :project", [":project": project]) { try $0.next() } ?? 0
    }

    package func hasErasure(of account: AccountID, in project: ProjectID) throws -> Bool {
        try exists(
            "SELECT 1 FROM account_erasure WHERE project = :project AND uid = :uid LIMIT 1", [":project": project, ":uid": account])
    }

    package func hasErasures(in project: ProjectID) throws -> Bool {
        try exists("SELECT 1 FROM account_erasure WHERE project = :project LIMIT 1", [":project": project])
    }

    package func beginRemoval(of project: ProjectID, at now: Date) throws -> Bool {
        guard try self.project(project) != nil else { return false }
        touched?.markConfiguration()
        try run(
            """
            INSERT INTO removed_project (id, removed_at) VALUES (:id, :now)
            ON CONFLICT (id) DO UPDATE SET removed_at = :now, finished_at = NULL
            """, [":id": project, ":now": now])
        return true
    }

    package func removeRows(of project: ProjectID, limit: Int) throws -> Int {
        touched?.markConfiguration()
        var count = 0
        for (table, key) in try tablesOfProjects() where count < limit {
            let rows = "SELECT \(key) FROM \(table) WHERE project = :project LIMIT :limit"
            count += try run(
                "DELETE FROM \(table) WHERE (\(key)) IN (\(rows))", [":project": project, ":limit": limit - count])
        }
        return count
    }

    package func removeWritePaths(of project: ProjectID, limit: Int) throws -> Int {
        let events = try chainedEvents(
            where: "project = :project AND kind = :kind AND reason IS NOT NULL LIMIT :limit",
            [":project": project, ":kind": AuthEvent.Kind.writeData, ":limit": max(0, limit)])
        for event in events { try rewrite(event, as: event.event.with(reason: nil)) }
        return events.count
    }

    package func endRemoval(of project: ProjectID, at now: Date) throws -> Bool {
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

    package func forgetRemovedProject(_ project: ProjectID) throws {
        try run(
            """
            DELETE FROM removed_project WHERE id = :project AND finished_at IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM auth_event WHERE project = :project)
            """, [":project": project])
    }

    private func exists(_ sql: String, _ values: Values) throws -> Bool { try first(sql, values) { _ in true } ?? false }

    /// Accounts and databases are left out, because their removal has more parts.
    private func tablesOfProjects() throws -> [(table: String, key: String)] {
        try connection.tablesOfProjects().filter { !["account", "realtime_database"].contains($0.table) }
    }
}
