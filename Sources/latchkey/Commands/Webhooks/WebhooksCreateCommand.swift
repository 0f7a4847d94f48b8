import ArgumentParser
import LatchkeyWire

struct WebhooksCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a webhook and print its signing secret.",
        discussion: """
            The server sends a signed POST request to the URL for each event (Standard Webhooks). The secret is shown once; the back end \
            verifies the signatures with it.
            """)

    @Argument(help: "The URL: https, or http on this machine.") var url: String
    @Option(name: .customLong("event"), help: WebhooksCommand.eventsHelp) var events: [String] = []
    @Flag(help: "Create it without sending requests yet.") var disabled = false
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = try AdminCall.post(
            "/v2/projects/\(project.project)/webhooks", WebhookChange(url: url, events: events, enabled: !disabled))
        try admin.show(try await admin.send(call, for: WebhookInfo.self)) { $0.facts }
    }
}
