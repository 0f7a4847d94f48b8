import Foundation
import LatchkeyConsole
import LatchkeyIdentity
import LatchkeyMail

/// The message templates, for the console.
struct MessageWords: MessageWording {
    let sender: String?
    private let desk = TemplateDesk()

    init(_ settings: MailSettings) {
        if case .mailServer(_, let from) = settings.mail { sender = from.address } else { sender = nil }
    }

    var kinds: [OutboxMessage.Kind] { TemplateDesk.kinds }
    var languages: [String] { TemplateDesk.languages }
    var names: [String] { TemplateDesk.names }

    func tag(_ text: String) -> String? { TemplateDesk.tag(text) }

    func standard(_ kind: OutboxMessage.Kind, in language: String, of project: ProjectID, at now: Date) -> MessageTemplate? {
        desk.standard(kind, in: language, of: project, at: now)
    }

    func filled(_ template: MessageTemplate, projectName: String) throws -> FilledMessage {
        let words = try told { try desk.preview(template, projectName: projectName) }
        return FilledMessage(subject: words.subject, text: words.text, html: words.html)
    }

    func plainText(_ template: MessageTemplate, projectName: String) throws -> (subject: String, text: String) {
        try told { try desk.plainText(template, projectName: projectName) }
    }

    private func told<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let problem as TemplateProblem {
            throw WordingProblem("\(problem)")
        }
    }

    func check(_ sender: MessageSender) throws {
        do {
            try SenderCheck.check(sender)
        } catch let error as MailFieldError {
            throw WordingProblem("\(error)")
        }
    }
}

/// Validation of senders.
enum SenderCheck {
    /// - Throws: `MailFieldError`.
    static func check(_ sender: MessageSender) throws {
        if let name = sender.name { _ = try MailAddress("a@example.org", name: name, field: "name") }
        if let address = sender.address, !address.isEmpty { _ = try MailAddress(address, field: "address") }
        if let replyTo = sender.replyTo, !replyTo.isEmpty { _ = try MailAddress(replyTo, field: "reply-to") }
    }
}
