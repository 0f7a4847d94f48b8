import LatchkeyIdentity

extension MemoryTransaction {
    func messageSettings(of project: ProjectID) throws -> MessageSettings? { state.messageSettings[project] }

    func messageTemplates(of project: ProjectID) throws -> [MessageTemplate] {
        state.messageTemplates.filter { $0.project == project }.sorted {
            ($0.kind.rawValue, $0.language) < ($1.kind.rawValue, $1.language)
        }
    }

    func messageTemplate(_ kind: OutboxMessage.Kind, in language: String, of project: ProjectID) throws -> MessageTemplate? {
        state.messageTemplates.first { $0.kind == kind && $0.language == language && $0.project == project }
    }

    func save(_ settings: MessageSettings) throws {
        try requireProject(settings.project)
        state.messageSettings[settings.project] = settings
    }

    func save(_ template: MessageTemplate) throws {
        try requireProject(template.project)
        _ = try removeMessageTemplate(template.kind, in: template.language, of: template.project)
        state.messageTemplates.append(template)
    }

    func removeMessageTemplate(_ kind: OutboxMessage.Kind, in language: String, of project: ProjectID) throws -> Bool {
        remove(\.messageTemplates) { $0.kind == kind && $0.language == language && $0.project == project } == 1
    }
}
