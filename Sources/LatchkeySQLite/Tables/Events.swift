import LatchkeyIdentity

extension Transaction {
    func events(_ filter: EventFilter, limit: Int) throws -> [RecordedEvent] {
        // An account has few events. The unary plus keeps SQLite from choosing another index.
        let plus = filter.subject == nil ? "" : "+"
        let conditions = [
            filter.tenant == nil ? nil : "tenant = :tenant", filter.subject == nil ? nil : "subject = :subject",
            filter.kind == nil ? nil : "\(plus)kind = :kind", filter.outcome == nil ? nil : "\(plus)outcome = :outcome",
            // SQLite uses the partial indexes only if the statement has their literal condition.
            filter.outcome == nil || filter.outcome == .allowed ? nil : "outcome <> 'allowed'",
            filter.since == nil ? nil : "at >= :since", filter.before == nil ? nil : "(at, id) < (:before, :number)",
        ].compactMap(\.self).map { " AND " + $0 }.joined()
        return try all(
            """
            SELECT id, \(AuthEvent.columns) FROM auth_event
            WHERE project = :project\(conditions) ORDER BY at DESC, id DESC LIMIT :limit
            """,
            [
                ":project": filter.project, ":tenant": filter.tenant, ":subject": filter.subject, ":kind": filter.kind,
                ":outcome": filter.outcome, ":since": filter.since, ":before": filter.before?.at,
                ":number": filter.before.map { Int($0.number) }, ":limit": max(0, limit),
            ]
        ) { row in
            let number: Int = try row.next()
            let event = try AuthEvent(&row)
            return RecordedEvent(position: EventPosition(at: event.at, number: Int64(number)), event: event)
        }
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
