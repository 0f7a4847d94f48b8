import ArgumentParser

struct DatabaseSecretsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secrets", abstract: "Manage the database secrets of legacy Firebase clients.",
        discussion: """
            A secret grants full access to a project's databases and signs tokens for users, as in the back ends of Firebase 2.x and \
            Simple Login. A new project has no secret and rejects such tokens until you create one. For new applications, \
            use service accounts.
            """,
        subcommands: [DatabaseSecretsCreateCommand.self, DatabaseSecretsListCommand.self, DatabaseSecretsRevokeCommand.self])
}
