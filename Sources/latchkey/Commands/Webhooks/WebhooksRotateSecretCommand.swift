import ArgumentParser
import LatchkeyWire

struct WebhooksRotateSecretCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-secret", abstract: "Replace the signing secret of a webhook and print the new one.",
        discussion: "For 24 hours, requests carry a signature of each secret, so that the back end can change to the new one.")

    @Argument(help: "The ID of the webhook.") var id: String
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = AdminCall.post("/v2/projects/\(project.project)/webhooks/\(id)/rotateSecret")
        try admin.show(try await admin.send(call, for: WebhookInfo.self)) { $0.facts }
    }
}
