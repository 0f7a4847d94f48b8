import Foundation
import LatchkeyConsole
import LatchkeyIdentity

/// Minimal message texts: every template has to contain its link, and the project's name is the only value filled in.
struct PlayedWords: MessageWording {
    let kinds: [OutboxMessage.Kind] = [.passwordReset, .verifyEmail, .phoneCode]
    let languages = ["en", "de", "ar"]
    let names = ["link", "project"]
    let sender: String? = "post@example.org"

    func tag(_ text: String) -> String? {
        let tag = text.lowercased()
        return tag.allSatisfy { $0.isLetter && $0.isASCII || $0 == "-" } && (2...35).contains(tag.count) ? tag : nil
    }

    func standard(_ kind: OutboxMessage.Kind, in language: String, of project: ProjectID, at now: Date) -> MessageTemplate? {
        MessageTemplate(
            project: project, kind: kind, language: language, subject: "\(kind.rawValue) in \(language)",
            text: "{{project}}: {{link}}", updatedAt: now)
    }

    func filled(_ template: MessageTemplate, projectName: String) throws -> FilledMessage {
        guard template.text.contains("{{link}}") else { throw WordingProblem("The text has to contain {{link}}.") }
        func fill(_ text: String) -> String {
            text.replacing("{{link}}", with: "https://auth.example.org/action").replacing("{{project}}", with: projectName)
        }
        let text = fill(template.text)
        return FilledMessage(
            subject: fill(template.subject), text: text,
            html: template.html.map(fill) ?? "<html><head></head><body style=\"color:red\">\(text)</body></html>")
    }

    func plainText(_ template: MessageTemplate, projectName: String) throws -> (subject: String, text: String) {
        let filled = try filled(template, projectName: projectName)
        return (filled.subject, filled.text)
    }

    func check(_ sender: MessageSender) throws {
        guard sender.address?.contains("@") ?? true else { throw WordingProblem("The address has no @.") }
    }
}
