public import Foundation
public import LatchkeyIdentity

/// The wording of messages, for the pages that show and edit templates. Implemented by the component that composes the messages.
public protocol MessageWording: Sendable {
    /// The kinds of messages that have templates.
    var kinds: [OutboxMessage.Kind] { get }
    /// The languages of the built-in templates (BCP 47).
    var languages: [String] { get }
    /// The names of the variables that a template can use.
    var names: [String] { get }
    /// The default sender address of e-mails; `nil` if the server sends none itself.
    var sender: String? { get }

    /// Returns a language tag in the normalized form under which templates are stored.
    ///
    /// - Returns: `nil` if the text is not a language tag.
    func tag(_ text: String) -> String?
    /// Returns the default template for a kind and language, in English if there is none in the language.
    func standard(_ kind: OutboxMessage.Kind, in language: String, of project: ProjectID, at now: Date) -> MessageTemplate?
    /// Returns the message that a template produces with sample values.
    ///
    /// - Throws: ``WordingProblem`` if the template is invalid.
    func filled(_ template: MessageTemplate, projectName: String) throws -> FilledMessage
    /// Returns the subject and plain text that a template produces with sample values. Faster than ``filled(_:projectName:)``, but does not
    /// validate the whole template.
    ///
    /// - Throws: ``WordingProblem``.
    func plainText(_ template: MessageTemplate, projectName: String) throws -> (subject: String, text: String)
    /// Checks a sender.
    ///
    /// - Throws: ``WordingProblem``.
    func check(_ sender: MessageSender) throws
}

/// A message as its recipient would see it.
public struct FilledMessage: Sendable, Equatable {
    /// The subject.
    public let subject: String
    /// The plain text.
    public let text: String
    /// A complete HTML document.
    public let html: String

    /// Creates a message.
    public init(subject: String, text: String, html: String) {
        self.subject = subject
        self.text = text
        self.html = html
    }
}

/// An invalid template or sender, with a message for its author.
public struct WordingProblem: Error, Equatable, Sendable {
    /// The message for the author.
    public let message: String

    /// Creates a problem with a message for the author.
    public init(_ message: String) {
        self.message = message
    }
}
