/// Read access to the message templates of projects, which override Latchkey's own.
public protocol MessageTemplateReading {
    /// Returns the settings of a project; `nil` if the defaults apply.
    func messageSettings(of project: ProjectID) throws -> MessageSettings?
    /// Returns the templates of a project, sorted by kind and language.
    func messageTemplates(of project: ProjectID) throws -> [MessageTemplate]
    /// Returns a project's template; `nil` if Latchkey's own applies.
    func messageTemplate(_ kind: OutboxMessage.Kind, in language: String, of project: ProjectID) throws -> MessageTemplate?
}

/// Write access to the message templates of projects.
public protocol MessageTemplateWriting: MessageTemplateReading {
    /// Inserts or replaces a project's settings.
    func save(_ settings: MessageSettings) throws
    /// Inserts or replaces a template.
    func save(_ template: MessageTemplate) throws
    /// Deletes a template.
    ///
    /// - Returns: Whether the template existed.
    func removeMessageTemplate(_ kind: OutboxMessage.Kind, in language: String, of project: ProjectID) throws -> Bool
}

/// The error for a project with templates in the maximum number of languages.
package struct TooManyLanguages: Error, CustomStringConvertible {
    /// The maximum number of languages. It exceeds the needs of products, and bounds the pages that list all languages.
    package static let limit = 40

    package let description =
        "A project can have custom templates in at most \(limit) languages. Reset the templates of another language to the default first."
}

extension MessageTemplateWriting {
    /// Inserts or replaces a template, unless the project would exceed the maximum number of languages.
    ///
    /// - Throws: ``TooManyLanguages``.
    package func saveWithinLimit(_ template: MessageTemplate) throws {
        let languages = Set(try messageTemplates(of: template.project).map(\.language))
        guard languages.contains(template.language) || languages.count < TooManyLanguages.limit else { throw TooManyLanguages() }
        try save(template)
    }
}
