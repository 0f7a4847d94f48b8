import ArgumentParser

struct DatabaseSecretsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secrets", abstract: "Look after secrets of the first generations of Firebase, for databases alone.",
        discussion: """
            Whoever has a secret may do everything in a project's databases, and signs tokens for others with it, as the back ends of \
            Firebase 2.x and Simple Login do. A project has none, and believes no such token, until you make one; new programs \
            use service accounts.
            """,
        subcommands: [DatabaseSecretsCreateCommand.self, DatabaseSecretsListCommand.self, DatabaseSecretsRevokeCommand.self])
}
