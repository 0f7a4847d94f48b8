// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity

extension Transaction {
    func events(of project: ProjectID, subject: AccountID?, limit: Int) throws -> [AuthEvent] {
        try all(
            """
            SELECT \(AuthEvent.columns) FROM auth_event
            WHERE project = :project \(subject == nil ? "" : "AND subject = :subject") ORDER BY at DESC, id DESC LIMIT :limit
            """, [":project": project, ":subject": subject, ":limit": max(0, limit)], AuthEvent.init)
    }

    func append(_ event: AuthEvent) throws {
        try run(
            """
            INSERT INTO auth_event (\(AuthEvent.columns))
            VALUES (:at, :project, :tenant, :kind, :outcome, :actor, :subject, :session, :method, :reason, :address)
            """,
            [
                ":at": event.at, ":project": event.realm.project, ":tenant": event.realm.tenant, ":kind": event.kind,
                ":outcome": event.outcome, ":actor": event.actor, ":subject": event.subject, ":session": event.session,
                ":method": event.method, ":reason": event.reason, ":address": event.address,
            ])
    }
}

extension AuthEvent {
    fileprivate static let columns = "at, project, tenant, kind, outcome, actor, subject, session, method, reason, address"

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            at: try row.next(), realm: try row.realm(), kind: try row.next(), outcome: try row.next(), actor: try row.next(),
            subject: try row.next(), session: try row.next(), method: try row.next(), reason: try row.next(),
            address: try row.next())
    }
}
