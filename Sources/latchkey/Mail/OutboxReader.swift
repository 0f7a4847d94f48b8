import LatchkeyIdentity
import LatchkeyMail
import LatchkeySignInPages

/// Reads messages as their recipients do. Links and codes give access to accounts: use it only for a sandbox with test data.
struct OutboxReader: OutboxViewing {
    let store: any AccountStore
    let outbox: Outbox

    private static let maxMessages = 100
    private let writer = MessageWriter()

    func recentMessages(of project: ProjectID) async throws -> [ShownMessage] {
        let (messages, choices) = try await store.read { view in
            (try view.outboxMessages(of: project, limit: Self.maxMessages), try MessageWriter.Choices(of: project, in: view))
        }
        return messages.map { show($0, choices) }
    }

    func message(_ id: String, of project: ProjectID) async throws -> ShownMessage? {
        let found = try await store.read { view in
            try view.outboxMessage(id).map { ($0, try MessageWriter.Choices(of: project, in: view)) }
        }
        guard let (message, choices) = found, message.realm.project == project else { return nil }
        return show(message, choices)
    }

    private func show(_ message: OutboxMessage, _ choices: MessageWriter.Choices) -> ShownMessage {
        do {
            let written = try writer.write(message, try outbox.content(of: message), choices)
            return ShownMessage(
                message, subject: written.words.subject, text: written.words.text, html: written.words.html, link: written.link,
                code: written.code)
        } catch {
            return ShownMessage(message, subject: "The message cannot be shown: \(error)", text: "", html: "", link: nil, code: nil)
        }
    }
}
