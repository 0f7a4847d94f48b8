public import LatchkeyIdentity

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What messages say, for the pages that show it and change it. Whoever writes the messages answers.
public protocol MessageWording: Sendable {
    /// The kinds of messages that there are words for.
    var kinds: [OutboxMessage.Kind] { get }
    /// The languages that there are words in without any template (BCP 47).
    var languages: [String] { get }
    /// What a template may name.
    var names: [String] { get }
    /// The address that mails come from, unless the project has its own; absent where the server sends none itself.
    var sender: String? { get }

    /// A language tag in the form that templates are kept under.
    ///
    /// - Returns: `nil` when it is none.
    func tag(_ text: String) -> String?
    /// The words that hold where the project has none of its own; English where there are none in the language.
    func standard(_ kind: OutboxMessage.Kind, in language: String, of project: ProjectID, at now: Date) -> MessageTemplate?
    /// The template filled in with made-up values.
    ///
    /// - Throws: ``WordingProblem`` when no message could be made of it.
    func filled(_ template: MessageTemplate, projectName: String) throws -> FilledMessage
    /// What a person reads first of the template filled in, which takes less; whether a message could be made of it stays open.
    ///
    /// - Throws: ``WordingProblem``.
    func plainText(_ template: MessageTemplate, projectName: String) throws -> (subject: String, text: String)
    /// Checks from whom mails are to come.
    ///
    /// - Throws: ``WordingProblem``.
    func check(_ sender: MessageSender) throws
}

/// A message as its recipient would see it.
public struct FilledMessage: Sendable, Equatable {
    public let subject: String
    public let text: String
    /// A whole document.
    public let html: String

    public init(subject: String, text: String, html: String) {
        self.subject = subject
        self.text = text
        self.html = html
    }
}

/// Why words cannot be used, for the person who wrote them.
public struct WordingProblem: Error, Equatable, Sendable {
    public let message: String

    public init(_ message: String) {
        self.message = message
    }
}
