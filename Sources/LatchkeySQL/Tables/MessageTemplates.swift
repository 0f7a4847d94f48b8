package import LatchkeyIdentity

extension Transaction {
    package func messageSettings(of project: ProjectID) throws -> MessageSettings? {
        try first(
            """
            SELECT project, language, sender_name, sender_address, reply_to, updated_at FROM message_settings WHERE project = :project
            """, [":project": project]
        ) { row in
            MessageSettings(
                project: try row.next(), language: try row.next(),
                sender: MessageSender(name: try row.next(), address: try row.next(), replyTo: try row.next()), updatedAt: try row.next())
        }
    }

    package func save(_ settings: MessageSettings) throws {
        try run(
            """
            INSERT INTO message_settings (project, language, sender_name, sender_address, reply_to, updated_at)
            VALUES (:project, :language, :sender_name, :sender_address, :reply_to, :updated_at)
            ON CONFLICT (project) DO UPDATE SET
                language = excluded.language, sender_name = excluded.sender_name, sender_address = excluded.sender_address,
                reply_to = excluded.reply_to, updated_at = excluded.updated_at
            """,
            [
                ":project": settings.project, ":language": settings.language, ":sender_name": settings.sender.name,
                ":sender_address": settings.sender.address, ":reply_to": settings.sender.replyTo, ":updated_at": settings.updatedAt,
            ])
    }

    package func messageTemplates(of project: ProjectID) throws -> [MessageTemplate] {
        try all(
            "SELECT \(MessageTemplate.columns) FROM message_template WHERE project = :project ORDER BY kind, language",
            [":project": project], MessageTemplate.init)
    }

    package func messageTemplate(_ kind: OutboxMessage.Kind, in language: String, of project: ProjectID) throws -> MessageTemplate? {
        try first(
            """
            SELECT \(MessageTemplate.columns) FROM message_template
            WHERE project = :project AND kind = :kind AND language = :language
            """, [":project": project, ":kind": kind, ":language": language], MessageTemplate.init)
    }

    package func save(_ template: MessageTemplate) throws {
        try run(
            """
            INSERT INTO message_template (\(MessageTemplate.columns))
            VALUES (:project, :kind, :language, :subject_line, :text, :html, :updated_at)
            ON CONFLICT (project, kind, language) DO UPDATE SET
                subject_line = excluded.subject_line, text = excluded.text, html = excluded.html, updated_at = excluded.updated_at
            """,
            [
                ":project": template.project, ":kind": template.kind, ":language": template.language, ":subject_line": template.subject,
                ":text": template.text, ":html": template.html, ":updated_at": template.updatedAt,
            ])
    }

    package func removeMessageTemplate(_ kind: OutboxMessage.Kind, in language: String, of project: ProjectID) throws -> Bool {
        try run(
            "DELETE FROM message_template WHERE project = :project AND kind = :kind AND language = :language",
            [":project": project, ":kind": kind, ":language": language]) > 0
    }
}

extension MessageTemplate {
    fileprivate static let columns = "project, kind, language, subject_line, text, html, updated_at"

    fileprivate init(_ row: inout StoredRow) throws {
        self.init(
            project: try row.next(), kind: try row.next(), language: try row.next(), subject: try row.next(), text: try row.next(),
            html: try row.next(), updatedAt: try row.next())
    }
}
