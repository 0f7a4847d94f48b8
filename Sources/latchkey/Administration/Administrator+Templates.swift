import LatchkeyIdentity
import LatchkeyMail

extension Administrator {
    func addTemplates(to routes: OperatorRoutes) {
        let path = "/v2/projects/:project/messages"
        routes.on(.get, path) { try await messageSettings(of: $0.project) }
        routes.on(.patch, path) { try await changeSender(of: $0.project, $1) }
        routes.on(.get, path + "/:kind/:language") {
            try await changeTemplate($0["kind"], in: $0["language"], of: $0.project, TemplateChange(), saving: false)
        }
        routes.on(.patch, path + "/:kind/:language") {
            try await changeTemplate($0["kind"], in: $0["language"], of: $0.project, $1, saving: !$0.flag("validateOnly"))
        }
        routes.on(.delete, path + "/:kind/:language") {
            try await resetTemplate($0["kind"], in: $0["language"], of: $0.project)
        }
    }

    private func messageSettings(of project: String) async throws -> MessageSettingsDescription {
        try await store.read { view in
            let project = try view.requireProject(project).id
            return MessageSettingsDescription(
                project, try view.messageSettings(of: project), templates: try view.messageTemplates(of: project))
        }
    }

    private func changeSender(of project: String, _ change: SenderChange) async throws -> MessageSettingsDescription {
        do {
            try SenderCheck.check(MessageSender(name: change.name, address: change.address, replyTo: change.replyTo))
        } catch let error as MailFieldError {
            throw AdminError("\(error)")
        }
        let language = try change.language.map { $0.isEmpty ? "" : try Self.checkedLanguage($0) }
        try await administration.messages.changeSender(of: ProjectID(rawValue: project), by: .command) { _, settings in
            func changed(_ present: String?, _ change: String?) -> String? { change.map { $0.isEmpty ? nil : $0 } ?? present }
            settings.sender.name = changed(settings.sender.name, change.name)
            settings.sender.address = changed(settings.sender.address, change.address)
            settings.sender.replyTo = changed(settings.sender.replyTo, change.replyTo)
            settings.language = changed(settings.language, language)
        }
        return try await messageSettings(of: project)
    }

    /// - Parameter saving: Whether to save the template; otherwise it is only rendered.
    private func changeTemplate(
        _ kind: String, in language: String, of project: String, _ change: TemplateChange, saving: Bool
    ) async throws -> TemplateDescription {
        let kind = try Self.checkedKind(kind)
        let language = try Self.checkedLanguage(language)
        let instant = now().inWholeMilliseconds
        let (project, present) = try await store.read { view in
            let project = try view.requireProject(project)
            return (project, try view.messageTemplate(kind, in: language, of: project.id))
        }
        let desk = TemplateDesk()
        guard var template = present ?? desk.standard(kind, in: language, of: project.id, at: instant) else {
            throw AdminError("There is no template for messages of the kind \(kind.rawValue).")
        }
        template.subject = change.subject ?? template.subject
        template.text = change.text ?? template.text
        template.html = change.html.map { $0.isEmpty ? nil : $0 } ?? template.html
        if saving { template.updatedAt = instant }
        let saved = template
        do {
            let preview = try desk.preview(saved, projectName: project.displayName)
            if saving { try await administration.messages.save(saved, by: .command) }
            return TemplateDescription(saved, own: saving || present != nil, preview: preview)
        } catch let problem as TemplateProblem {
            throw AdminError("\(problem)")
        } catch let problem as TooManyLanguages {
            throw AdminError("\(problem)")
        }
    }

    private func resetTemplate(_ kind: String, in language: String, of project: String) async throws -> TemplateDescription {
        let checked = (kind: try Self.checkedKind(kind), language: try Self.checkedLanguage(language))
        guard
            try await administration.messages.reset(
                checked.kind, in: checked.language, of: ProjectID(rawValue: project), by: .command)
        else {
            throw AdminError("\(project) has no custom template for \(checked.kind.rawValue) in \(checked.language).")
        }
        return try await changeTemplate(kind, in: language, of: project, TemplateChange(), saving: false)
    }

    private static func checkedKind(_ text: String) throws -> OutboxMessage.Kind {
        let kind = OutboxMessage.Kind(rawValue: String(text.map { $0 == "-" ? "_" : $0 }))
        guard TemplateDesk.kinds.contains(kind) else {
            throw AdminError("\(text) is not a kind of message. Use one of: \(TemplateDesk.kinds.map(\.rawValue).joined(separator: ", ")).")
        }
        return kind
    }

    private static func checkedLanguage(_ text: String) throws -> String {
        guard let tag = TemplateDesk.tag(text) else { throw AdminError("\(text) is not a language. Use a tag such as de or pt-br.") }
        return tag
    }
}
