public import LatchkeyIdentity

/// Renders messages, in the requested language if a template exists, and with the project's templates where it has any.
public struct MessageWriter: Sendable {
    /// Creates a writer.
    public init() {}

    /// The message settings and templates of a project.
    public struct Choices: Sendable {
        /// The display name of the project.
        public let projectName: String
        /// The sender and language of the project's messages, if configured.
        public let settings: MessageSettings?
        /// The project's own templates.
        public let templates: [MessageTemplate]

        /// Creates choices from their parts.
        public init(projectName: String, settings: MessageSettings?, templates: [MessageTemplate]) {
            self.projectName = projectName
            self.settings = settings
            self.templates = templates
        }

        /// Reads the choices of a project from the store.
        ///
        /// - Throws: An error of the store.
        public init(of project: ProjectID, in view: any StoreReading) throws {
            self.init(
                projectName: try view.project(project)?.displayName ?? project.rawValue, settings: try view.messageSettings(of: project),
                templates: try view.messageTemplates(of: project))
        }
    }

    /// Renders a message.
    ///
    /// - Throws: A permanent ``DeliveryError`` if no template exists for the kind, or a required value is missing.
    public func write(_ message: OutboxMessage, _ content: MessageContent, _ choices: Choices) throws -> WrittenMessage {
        let needs = Self.needed(by: message.kind)
        guard needs != "link" || content.link != nil, needs != "code" || content.code != nil else {
            throw DeliveryError.permanent("It has no \(needs ?? "content").")
        }
        guard let (template, language) = template(message.kind, requested: content.language, choices) else {
            throw DeliveryError.permanent("There is no template for messages of the kind \(message.kind.rawValue).")
        }
        let values = MessageValues(
            project: choices.projectName, recipient: message.recipient, content: content,
            isRightToLeft: MessageLanguage.isRightToLeft(language))
        do {
            return WrittenMessage(
                id: message.id, project: message.realm.project, channel: message.channel, kind: message.kind,
                recipient: message.recipient, link: content.link, code: content.code, createdAt: message.createdAt,
                expiresAt: message.expiresAt, words: try template.render(values, language: language),
                sender: choices.settings?.sender ?? MessageSender())
        } catch let problem as TemplateProblem {
            throw DeliveryError.permanent("Its template cannot be filled in. \(problem)")
        }
    }

    /// Returns the name of the value that a kind of message requires.
    static func needed(by kind: OutboxMessage.Kind) -> String? {
        switch kind {
        case .phoneCode: "code"
        case .test, .newNetwork: nil
        default: "link"
        }
    }

    /// Returns the template for the requested language, then the project's, then English. In each, the project's own template comes first.
    func template(_ kind: OutboxMessage.Kind, requested: String?, _ choices: Choices) -> (WordTemplate, language: String)? {
        let wanted = MessageLanguage.candidates(for: requested) + MessageLanguage.candidates(for: choices.settings?.language) + ["en"]
        for tag in wanted {
            if let own = choices.templates.first(where: { $0.kind == kind && $0.language == tag }) { return (WordTemplate(own), tag) }
            if let standard = WordTemplate.standard(kind, language: tag) { return (standard, tag) }
        }
        return nil
    }
}

extension WordTemplate {
    init(_ own: MessageTemplate) {
        let action = MessageLanguage.named(own.language)?.words[own.kind]?.action
        self.init(subject: own.subject, text: own.text, html: own.html, action: action)
    }

    /// Returns a template that ships with Latchkey. A text message has no greeting and signature.
    static func standard(_ kind: OutboxMessage.Kind, language tag: String) -> WordTemplate? {
        guard let language = MessageLanguage.named(tag), let words = language.words[kind] else { return nil }
        let text = kind == .phoneCode ? words.text : "\(language.greeting)\n\n\(words.text)\n\n{{project}}\n"
        return WordTemplate(subject: words.subject, text: text, html: nil, action: words.action)
    }
}
