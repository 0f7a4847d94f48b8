import ArgumentParser

struct WebhooksDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a webhook with its waiting deliveries. This cannot be undone.")

    @Argument(help: "The ID of the webhook.") var id: String
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = AdminCall.delete("/v2/projects/\(project.project)/webhooks/\(id)")
        try admin.show(try await admin.send(call, for: [String: String].self)) { _ in "Deleted \(id)." }
    }
}
