/// What projects say in their messages in place of our own words.
public protocol MessageTemplateReading {
    func messageSettings(of project: ProjectID) throws -> MessageSettings?
    /// By kind and language.
    func messageTemplates(of project: ProjectID) throws -> [MessageTemplate]
    func messageTemplate(_ kind: OutboxMessage.Kind, in language: String, of project: ProjectID) throws -> MessageTemplate?
}

public protocol MessageTemplateWriting: MessageTemplateReading {
    /// Adds a project's settings or replaces them.
    func save(_ settings: MessageSettings) throws
    /// Adds a template or replaces it.
    func save(_ template: MessageTemplate) throws
    /// - Returns: Whether there was one.
    func removeMessageTemplate(_ kind: OutboxMessage.Kind, in language: String, of project: ProjectID) throws -> Bool
}

/// A project has words in as many languages as it may have.
public struct TooManyLanguages: Error, CustomStringConvertible {
    /// More than any product is written in; each is on the pages that show them all.
    public static let limit = 40

    public let description =
        "A project has words of its own in \(limit) languages at the most. Go back to Latchkey’s words in another first."
}

extension MessageTemplateWriting {
    /// Adds a template or replaces it, as long as the project has not too many languages with it.
    ///
    /// - Throws: ``TooManyLanguages``.
    public func saveWithinLimit(_ template: MessageTemplate) throws {
        let languages = Set(try messageTemplates(of: template.project).map(\.language))
        guard languages.contains(template.language) || languages.count < TooManyLanguages.limit else { throw TooManyLanguages() }
        try save(template)
    }
}
