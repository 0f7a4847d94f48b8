import ArgumentParser

struct OutboxListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List messages, newest first.")

    @Option(help: "The maximum number of messages (1 to \(Administrator.maxOutboxPage)).") var limit = 100
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = AdminCall.get("/v2/projects/\(project.project)/outbox", query: ["pageSize": "\(limit)"])
        try admin.show(try await admin.send(call, for: [OutboxMessageDescription].self)) { messages in
            guard !messages.isEmpty else { return "There are no messages." }
            var table = TextTable("id", "kind", "channel", "to", "created", "state", "attempts", "last error")
            for message in messages {
                table.add(
                    message.id, message.kind, message.channel, message.recipient, Terminal.text(message.createdAt), message.state,
                    String(message.attempts), message.lastError ?? "-")
            }
            return table.text
        }
    }
}
