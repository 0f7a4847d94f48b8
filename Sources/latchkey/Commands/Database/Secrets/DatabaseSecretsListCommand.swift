import ArgumentParser

struct DatabaseSecretsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List a project's secrets by their ids, revoked ones included.")

    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let request = AdminRequest.listDatabaseSecrets(project: project.project)
        try admin.show(try await admin.ask(request, for: [DatabaseSecretDescription].self)) { secrets in
            guard !secrets.isEmpty else { return "There is no secret; `latchkey database secrets create` makes one." }
            var table = TextTable("id", "created", "state")
            for secret in secrets {
                let state =
                    secret.revokedAt.map { "revoked \(Terminal.text($0))" } ?? (secret.checksTokens ? "good, checks tokens" : "good")
                table.add(secret.id, Terminal.text(secret.createdAt), state)
            }
            return table.text
        }
    }
}
