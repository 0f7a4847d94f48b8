import ArgumentParser

struct DatabaseSecretsRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Believe a secret, and every token that was signed with it, no more. This cannot be undone.",
        discussion: "Streams and sockets that were opened with one end within seconds.")

    @Argument(help: "The secret's id, as `latchkey database secrets list` shows it.") var id: String
    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let request = AdminRequest.revokeDatabaseSecret(id: id, project: project.project)
        try admin.show(try await admin.ask(request, for: DatabaseSecretDescription.self)) { "Revoked \($0.id)." }
    }
}
