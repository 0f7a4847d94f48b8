package import Foundation
package import LatchkeyIdentity

extension Transaction {
    package func events(_ filter: EventFilter, limit: Int) throws -> [RecordedEvent] {
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

    package func append(_ event: AuthEvent) throws {
        let chained = try chain.map { try appendToChain(event, $0) }
        let values: Values = [
            ":id": chained.map { Int($0.sequence) }, ":at": event.at, ":project": event.realm.project,
            ":tenant": event.realm.tenant, ":kind": event.kind, ":outcome": event.outcome, ":actor": event.actor,
            ":subject": event.subject, ":session": event.session, ":method": event.method, ":reason": event.reason,
            ":address": event.address, ":salt": chained?.salt, ":link": chained?.link,
        ]
        if touched?.account?.realm.project == event.realm.project {
            try runLater(Self.insertionOfEvent, values, expecting: 1)
        } else {
            // The conflict undoes the change of the chain.
            guard try run(Self.insertionOfEvent, values) == 1 else { throw conflict(.project, "no such project for an event") }
        }
        touched?.append(event)
    }

    /// The project is not a foreign key, because events outlive it.
    private static let insertionOfEvent = """
        INSERT INTO auth_event (id, \(AuthEvent.columns), salt, link)
        SELECT :id, :at, :project, :tenant, :kind, :outcome, :actor, :subject, :session, :method, :reason, :address, :salt, :link
        WHERE EXISTS (SELECT 1 FROM project WHERE id = :project)
        """

    package func deleteEvents(of project: ProjectID, before end: Date, limit: Int) throws -> Int {
        guard let chain else {
            return try run(
                """
                DELETE FROM auth_event WHERE id IN (
                    SELECT id FROM auth_event WHERE project = :project AND at < :end ORDER BY at LIMIT :limit)
                """, [":project": project, ":end": end, ":limit": max(0, limit)])
        }
        let events = try chainedEvents(
            where: "project = :project AND at < :end ORDER BY at LIMIT :limit",
            [":project": project, ":end": end, ":limit": max(0, limit)])
        for event in events {
            if let removed = RemovedEvent(removing: event, key: chain) { try insert(removed) }
            try run("DELETE FROM auth_event WHERE id = :id", [":id": Int(event.sequence)])
        }
        if !events.isEmpty { try moveAnchor(chain) }
        return events.count
    }

    package func pseudonymizeEvents(of erasure: AccountErasure, limit: Int, evenLater: Bool) throws -> Int {
        let events = try chainedEvents(
            where: """
                id IN (
                    SELECT id FROM auth_event WHERE project = :project AND subject = :account AND +tenant = :tenant
                        \(evenLater ? "" : "AND at <= :deleted_at") ORDER BY at DESC LIMIT :limit)
                """,
            [
                ":account": erasure.account, ":project": erasure.realm.project, ":tenant": erasure.realm.tenant,
                ":deleted_at": erasure.deletedAt, ":limit": max(0, limit),
            ])
        for event in events { try rewrite(event, as: event.event.withPseudonym(of: erasure)) }
        return events.count
    }

    package func pseudonymizeWrites(of erasure: AccountErasure, at path: DataPath, limit: Int) throws -> Int {
        let (old, new) = (path.text(of: erasure.account), path.text(of: erasure.pseudonym))
        // A path in a reason ends with a slash or a space.
        let events = try chainedEvents(
            where: """
                id IN (
                    SELECT id FROM auth_event
                    WHERE project = :project AND kind = :kind AND (instr(reason, :old || '/') > 0 OR instr(reason, :old || ' ') > 0)
                    LIMIT :limit)
                """,
            [":project": erasure.realm.project, ":kind": AuthEvent.Kind.writeData, ":old": old, ":limit": max(0, limit)])
        for event in events {
            // SQLite compares scalars: for Swift, a slash with a combining character after it is another character.
            let reason = event.event.reason.map { reason in
                let scalars = reason.unicodeScalars.replacing("\(old)/".unicodeScalars, with: "\(new)/".unicodeScalars)
                return String(scalars.replacing("\(old) ".unicodeScalars, with: "\(new) ".unicodeScalars))
            }
            try rewrite(event, as: event.event.with(reason: reason))
        }
        return events.count
    }

    /// Replaces the personal data of a stored event.
    package func rewrite(_ stored: ChainedEvent, as event: AuthEvent) throws {
        var changed = stored
        if let chain { changed.replacePersonalData(with: event, key: chain) } else { changed.event = event }
        try run(
            """
            UPDATE auth_event SET
                actor = :actor, subject = :subject, session = :session, reason = :reason, address = :address,
                salt = :salt, personal = :personal, proof = :proof
            WHERE id = :id
            """,
            [
                ":actor": event.actor, ":subject": event.subject, ":session": event.session, ":reason": event.reason,
                ":address": event.address, ":salt": changed.salt, ":personal": changed.personal, ":proof": changed.proof,
                ":id": Int(changed.sequence),
            ])
    }

    /// Reads events with their places in the chain.
    package func chainedEvents(where condition: String, _ values: Values) throws -> [ChainedEvent] {
        try all("SELECT \(ChainedEvent.columns) FROM auth_event WHERE \(condition)", values) { try ChainedEvent(&$0) }
    }
}

extension AuthEvent {
    /// The event after the deletion of an account.
    fileprivate func withPseudonym(of erasure: AccountErasure) -> AuthEvent {
        let isOwnAct = actor == erasure.account.rawValue
        return AuthEvent(
            at: at, realm: realm, kind: kind, outcome: outcome, actor: isOwnAct ? erasure.pseudonym.rawValue : actor,
            subject: erasure.pseudonym, method: method, reason: reason, address: actor == nil || isOwnAct ? nil : address)
    }

    package func with(reason: String?) -> AuthEvent {
        AuthEvent(
            at: at, realm: realm, kind: kind, outcome: outcome, actor: actor, subject: subject, session: session, method: method,
            reason: reason, address: address)
    }
}

extension ChainedEvent {
    package static let columns = "id, \(AuthEvent.columns), salt, personal, proof, link"

    package init(_ row: inout StoredRow) throws {
        self.init(
            sequence: try row.sequence(), event: try AuthEvent(&row), salt: try row.next(), personal: try row.next(),
            proof: try row.next(), link: try row.next())
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
