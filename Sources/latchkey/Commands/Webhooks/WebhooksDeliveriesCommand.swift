import ArgumentParser
import LatchkeyWire

struct WebhooksDeliveriesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deliveries", abstract: "List the deliveries to a webhook, newest first, without their content.",
        discussion: "Deliveries are kept for seven days.")

    @Argument(help: "The ID of the webhook.") var id: String
    @Option(help: "The maximum number of deliveries (1 to 1000).") var limit = 100
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = AdminCall.get("/v2/projects/\(project.project)/webhooks/\(id)/deliveries", query: ["pageSize": "\(limit)"])
        let reply = try await admin.send(call, for: WebhookDeliveriesReply.self)
        try admin.show(reply.deliveries ?? []) { deliveries in
            guard !deliveries.isEmpty else { return "There are no deliveries." }
            var table = TextTable("id", "event", "account", "created", "state", "attempts", "next attempt", "last error")
            for delivery in deliveries {
                table.add(
                    delivery.id ?? "-", delivery.event ?? "-", delivery.localId ?? "-", delivery.createdAt ?? "-", delivery.state ?? "-",
                    delivery.attempts.map { String($0) } ?? "-", delivery.nextAttemptAt ?? "-", delivery.lastError ?? "-")
            }
            return table.text
        }
    }
}
