import ArgumentParser
import LatchkeyWire

struct WebhooksUpdateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update", abstract: "Change the URL or the events of a webhook, enable or disable it.",
        discussion: "Deliveries to a disabled webhook wait, and are removed seven days after their event.")

    @Argument(help: "The ID of the webhook.") var id: String
    @Option(help: "The new URL.") var url: String?
    @Option(name: .customLong("event"), help: WebhooksCommand.eventsHelp) var events: [String] = []
    @Option(help: "Whether requests are sent: yes or no.") var enabled: YesNo?
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        guard url != nil || !events.isEmpty || enabled != nil else {
            throw Failure("Nothing to change. Use --url, --event or --enabled.")
        }
        let change = WebhookChange(url: url, events: events.isEmpty ? nil : events, enabled: enabled?.isYes)
        let call = try AdminCall.patch("/v2/projects/\(project.project)/webhooks/\(id)", change)
        try admin.show(try await admin.send(call, for: WebhookInfo.self)) { $0.facts }
    }
}
