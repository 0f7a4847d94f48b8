import ArgumentParser
import LatchkeyWire

struct WebhooksListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List a project's webhooks, without their secrets.")

    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let reply = try await admin.send(.get("/v2/projects/\(project.project)/webhooks"), for: WebhookListReply.self)
        try admin.show(reply.webhooks ?? []) { webhooks in
            guard !webhooks.isEmpty else {
                return "There are no webhooks. Create one: `latchkey webhooks create URL --event user.created`."
            }
            var table = TextTable("id", "state", "url", "events", "last error")
            for webhook in webhooks {
                table.add(
                    webhook.id ?? "-", webhook.state ?? "-", webhook.url ?? "-", webhook.events?.joined(separator: ",") ?? "-",
                    webhook.lastError ?? "-")
            }
            return table.text
        }
    }
}
