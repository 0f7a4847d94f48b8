import ArgumentParser

struct DatabaseSecretsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the IDs of a project's secrets, including revoked ones.")

    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        let call = AdminCall.get("/v2/projects/\(project.project)/databaseSecrets")
        try admin.show(try await admin.send(call, for: [DatabaseSecretDescription].self)) { secrets in
            guard !secrets.isEmpty else { return "There are no secrets. Create one with `latchkey database secrets create`." }
            var table = TextTable("id", "created", "state")
            for secret in secrets {
                let state =
                    secret.revokedAt.map { "revoked \(Terminal.text($0))" } ?? (secret.checksTokens ? "active, verifies tokens" : "active")
                table.add(secret.id, Terminal.text(secret.createdAt), state)
            }
            return table.text
        }
    }
}
