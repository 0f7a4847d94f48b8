import ArgumentParser

struct APIKeyRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revoke an API key. This cannot be undone.")

    @Argument(help: "The API key.") var key: String
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let request = AdminRequest.revokeAPIKey(key: key, project: project.project)
        try admin.show(try await admin.send(request, for: APIKeyDescription.self)) { "Revoked \($0.key)." }
    }
}
