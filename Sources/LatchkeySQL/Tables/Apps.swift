package import LatchkeyIdentity

extension Transaction {
    package func apps(of project: ProjectID) throws -> [RegisteredApp] {
        try all(
            "SELECT \(RegisteredApp.columns) FROM registered_app WHERE project = :project ORDER BY created_at, id",
            [":project": project], RegisteredApp.init)
    }

    package func appsOfTeams() throws -> [RegisteredApp] {
        try all(
            "SELECT \(RegisteredApp.columns) FROM registered_app WHERE team_id IS NOT NULL ORDER BY created_at, id, project", [:],
            RegisteredApp.init)
    }

    package func insert(_ app: RegisteredApp) throws {
        try run(
            """
            INSERT INTO registered_app (\(RegisteredApp.columns))
            VALUES (:id, :project, :platform, :bundle_id, :team_id, :display_name, :created_at)
            """,
            [
                ":id": app.id, ":project": app.project, ":platform": app.platform, ":bundle_id": app.bundleID, ":team_id": app.teamID,
                ":display_name": app.displayName, ":created_at": app.createdAt,
            ])
    }

    package func update(_ app: RegisteredApp) throws {
        try run(
            "UPDATE registered_app SET team_id = :team_id, display_name = :display_name WHERE project = :project AND id = :id",
            [":id": app.id, ":project": app.project, ":team_id": app.teamID, ":display_name": app.displayName])
    }
}

extension RegisteredApp {
    fileprivate static let columns = "id, project, platform, bundle_id, team_id, display_name, created_at"

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            id: try row.next(), project: try row.next(), platform: try row.next(), bundleID: try row.next(),
            teamID: try row.next(), displayName: try row.next(), createdAt: try row.next())
    }
}
