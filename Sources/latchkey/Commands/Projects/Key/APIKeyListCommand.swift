import ArgumentParser

struct APIKeyListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List a project's API keys, including revoked ones.")

    @OptionGroup var project: ProjectOption
    @OptionGroup var admin: AdminOptions

    func run() async throws {
        try admin.show(try await admin.send(.get("/v2/projects/\(project.project)/apiKeys"), for: [APIKeyDescription].self)) { keys in
            guard !keys.isEmpty else { return "There are no API keys." }
            var table = TextTable("key", "created", "state")
            for key in keys {
                table.add(key.key, Terminal.text(key.createdAt), key.revokedAt.map { "revoked \(Terminal.text($0))" } ?? "active")
            }
            return table.text
        }
    }
}
