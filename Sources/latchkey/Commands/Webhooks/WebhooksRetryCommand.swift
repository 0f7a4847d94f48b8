import ArgumentParser
import LatchkeyWire

struct WebhooksRetryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry", abstract: "Deliver events now that were given up, or that wait for their next attempt.",
        discussion: """
            Without a delivery, all failed and waiting deliveries of the webhook are retried. Deliveries whose next attempt is within a minute \
            keep their time, because a request may be in progress.
            """)

    @Argument(help: "The ID of the webhook.") var id: String
    @Argument(help: "The ID of the delivery.") var delivery: String?
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = try AdminCall.post("/v2/projects/\(project.project)/webhooks/\(id)/retry", WebhookRetryRequest(deliveryId: delivery))
        try admin.show(try await admin.send(call, for: WebhookRetryReply.self)) { reply in
            let (retried, soon) = (reply.retried ?? 0, reply.dueSoon ?? 0)
            let more = soon == 0 ? "" : " \(Count.text(soon, "more delivery is", "more deliveries are")) due within a minute."
            return "Retrying \(Count.text(retried, "delivery", "deliveries"))." + more
        }
    }
}
