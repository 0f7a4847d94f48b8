// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity

extension Transaction {
    func apps(of project: ProjectID) throws -> [RegisteredApp] {
        try all(
            "SELECT \(RegisteredApp.columns) FROM registered_app WHERE project = :project ORDER BY created_at, id",
            [":project": project], RegisteredApp.init)
    }

    func insert(_ app: RegisteredApp) throws {
        try run(
            """
            INSERT INTO registered_app (\(RegisteredApp.columns))
            VALUES (:id, :project, :platform, :bundle_id, :display_name, :created_at)
            """,
            [
                ":id": app.id, ":project": app.project, ":platform": app.platform, ":bundle_id": app.bundleID,
                ":display_name": app.displayName, ":created_at": app.createdAt,
            ])
    }
}

extension RegisteredApp {
    fileprivate static let columns = "id, project, platform, bundle_id, display_name, created_at"

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            id: try row.next(), project: try row.next(), platform: try row.next(), bundleID: try row.next(),
            displayName: try row.next(), createdAt: try row.next())
    }
}
