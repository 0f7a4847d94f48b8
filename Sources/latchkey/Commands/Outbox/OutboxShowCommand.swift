import ArgumentParser

struct OutboxShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a message.",
        discussion: "The content is shown only in a sandbox, because its links and codes allow signing in.")

    @Argument(help: "The ID of the message.") var id: String
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = AdminCall.get("/v2/projects/\(project.project)/outbox/\(id)")
        try admin.show(try await admin.send(call, for: OutboxMessageDescription.self)) { message in
            var facts = FactList()
            facts.add("id", message.id)
            facts.add("kind", message.kind)
            facts.add("channel", message.channel)
            facts.add("to", message.recipient)
            facts.add("created", Terminal.text(message.createdAt))
            facts.add("expires", Terminal.text(message.expiresAt))
            facts.add("state", message.state)
            facts.add("attempts", String(message.attempts))
            facts.add("next attempt", message.nextAttemptAt.map(Terminal.text))
            facts.add("last error", message.lastError)
            facts.add("subject", message.content?.subject)
            let text = message.content.map { "\n\n" + Terminal.paragraphs($0.text) } ?? ""
            return facts.text + text
        }
    }
}
