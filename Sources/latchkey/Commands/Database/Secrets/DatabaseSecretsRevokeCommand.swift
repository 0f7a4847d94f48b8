import ArgumentParser

struct DatabaseSecretsRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revoke a secret and all tokens that were signed with it. This cannot be undone.",
        discussion: "Streams and web sockets that use the secret are closed within seconds.")

    @Argument(help: "The ID of the secret; see `latchkey database secrets list`.") var id: String
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = AdminCall.delete("/v2/projects/\(project.project)/databaseSecrets/\(id)")
        try admin.show(try await admin.send(call, for: DatabaseSecretDescription.self)) { "Revoked \($0.id)." }
    }
}
