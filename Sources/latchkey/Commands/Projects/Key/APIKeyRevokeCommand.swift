import ArgumentParser

struct APIKeyRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revoke an API key. This cannot be undone.")

    @Argument(help: "The API key.") var key: String
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = AdminCall.delete("/v2/projects/\(project.project)/apiKeys/\(key)")
        try admin.show(try await admin.send(call, for: APIKeyDescription.self)) { "Revoked \($0.key)." }
    }
}
