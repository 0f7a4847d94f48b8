import ArgumentParser

struct UsersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users", abstract: "Look after people's accounts.",
        subcommands: [
            UsersListCommand.self, UsersGetCommand.self, UsersDeleteCommand.self, UsersImportCommand.self, UsersExportCommand.self,
        ])
}

/// Whose accounts a command is about: a project's own, or those of one of its tenants.
struct RealmOptions: ParsableArguments {
    @OptionGroup var project: ProjectOption
    @Option(help: ArgumentHelp("The tenant whose accounts they are. Unless given, the project's own.", valueName: "id")) var tenant: String?

    var realm: RealmName { RealmName(project: project.project, tenant: tenant) }
}

/// The account that a command is about.
struct UserArgument: ParsableArguments {
    @Argument(help: "The account's uid, or its e-mail address. A uid wins.") var who: String
}
