package import Foundation
package import LatchkeyIdentity
package import LatchkeySecrets

extension Transaction {
    package func session(_ id: SessionID) throws -> Session? {
        try first("SELECT \(Session.columns) FROM session WHERE id = :id", [":id": id], Session.init)
    }

    package func session(withTokenKey key: Fingerprint) throws -> Session? {
        try first(
            "SELECT \(Session.columns) FROM session WHERE refresh_token = :refresh_token", [":refresh_token": key],
            Session.init)
    }

    package func sessions(of account: AccountID, in realm: Realm) throws -> [Session] {
        try all(
            """
            SELECT \(Session.columns) FROM session
            WHERE project = :project AND tenant = :tenant AND account = :account ORDER BY created_at DESC, rowid DESC
            """, [":project": realm.project, ":tenant": realm.tenant, ":account": account], Session.init)
    }

    package func insert(_ session: Session) throws {
        guard let account = touched?.account, account.id == session.account, account.realm == session.realm else {
            try run(Self.insertionOfSession, session.values, parent: .account)
            return
        }
        try runLater(Self.insertionOfSession, session.values)
    }

    private static let insertionOfSession = """
        INSERT INTO session (\(Session.columns))
        VALUES (
            :id, :account, :project, :tenant, :refresh_token, :generation, :created_at, :last_used_at, :authenticated_at,
            :method, :second_factor, :second_factor_id, :claims, :client_app, :client_version, :client_address, :client_user_agent,
            :ends_at, :networks)
        """

    package func touch(_ session: SessionID, at now: Date) throws {
        try run("UPDATE session SET last_used_at = :now WHERE id = :id", [":id": session, ":now": now])
        try run(
            """
            UPDATE account SET last_refresh_at = :now
            WHERE (project, tenant, id) = (SELECT project, tenant, account FROM session WHERE id = :id)
            """, [":id": session, ":now": now])
    }

    package func setNetworks(_ networks: [String], of session: SessionID) throws {
        try run(
            "UPDATE session SET networks = :networks WHERE id = :id", [":id": session, ":networks": StoredTexts(networks)])
    }

    package func deleteSession(_ id: SessionID) throws -> Bool {
        try run("DELETE FROM session WHERE id = :id", [":id": id]) == 1
    }

    package func deleteSessions(of account: AccountID, in realm: Realm, except kept: SessionID?) throws -> Int {
        try remove(.pendingSecondFactors, of: account, in: realm)
        return try run(
            "DELETE FROM session WHERE project = :project AND tenant = :tenant AND account = :account AND id IS DISTINCT FROM :kept",
            [":project": realm.project, ":tenant": realm.tenant, ":account": account, ":kept": kept])
    }
}

extension Session {
    fileprivate static let columns = """
        id, account, project, tenant, refresh_token, generation, created_at, last_used_at, authenticated_at, method, second_factor,
        second_factor_id, claims, client_app, client_version, client_address, client_user_agent, ends_at,
        networks
        """

    /// The columns for a statement that joins another table.
    static let joinedColumns = columns.qualified(by: "session")
    static let columnCount = Int32(columns.split(separator: ",").count)

    fileprivate var values: Values {
        [
            ":id": id, ":account": account, ":project": realm.project, ":tenant": realm.tenant, ":refresh_token": refreshToken,
            ":generation": generation, ":created_at": createdAt, ":last_used_at": lastUsedAt, ":authenticated_at": authenticatedAt,
            ":method": method, ":second_factor": secondFactor?.kind, ":second_factor_id": secondFactor?.id, ":claims": claims,
            ":client_app": client.app, ":client_version": client.version, ":client_address": client.address,
            ":client_user_agent": client.userAgent, ":ends_at": endsAt, ":networks": StoredTexts(networks),
        ]
    }

    init(_ row: inout StoredRow) throws {
        self.init(
            id: try row.next(), account: try row.next(), realm: try row.realm(), refreshToken: try row.next(),
            generation: try row.next(), createdAt: try row.next(), lastUsedAt: try row.next(), authenticatedAt: try row.next(),
            method: try row.next(), secondFactor: try row.usedSecondFactor(), claims: try row.next(),
            client: ClientDescription(
                app: try row.next(), version: try row.next(), address: try row.next(), userAgent: try row.next()),
            endsAt: try row.next(), networks: try row.next(StoredTexts.self).texts)
    }
}
