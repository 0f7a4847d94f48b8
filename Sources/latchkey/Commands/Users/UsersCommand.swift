import ArgumentParser

struct UsersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users", abstract: "Manage user accounts.",
        subcommands: [
            UsersListCommand.self, UsersGetCommand.self, UsersCreateCommand.self, UsersDisableCommand.self, UsersEnableCommand.self,
            UsersSetPasswordCommand.self, UsersSetClaimsCommand.self, UsersSignOutCommand.self, UsersDeleteCommand.self,
            UsersUndeleteCommand.self,
            UsersImportCommand.self, UsersExportCommand.self,
        ])
}

/// The options for the accounts of a project or a tenant.
struct RealmOptions: ParsableArguments {
    @OptionGroup var project: ProjectOption
    @Option(help: ArgumentHelp("The tenant ID (default: the project's own accounts).", valueName: "id")) var tenant: String?

    var realm: RealmName { RealmName(project: project.project, tenant: tenant) }
}

/// The argument for the account.
struct UserArgument: ParsableArguments {
    @Argument(help: "The UID or email address of the account. UIDs take precedence.") var who: String
}
