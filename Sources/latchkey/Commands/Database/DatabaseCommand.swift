import ArgumentParser

struct DatabaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "database", abstract: "Look after the realtime databases: read, write, move and watch them, and their secrets.",
        discussion: """
            Through the server that runs on the folder, else the store itself. Rules do not hold for whoever may do this.
            """,
        subcommands: [
            DatabaseListCommand.self, DatabaseCreateCommand.self, DatabaseGetCommand.self, DatabaseSetCommand.self,
            DatabaseSettingsCommand.self, DatabaseImportCommand.self, DatabaseExportCommand.self, DatabaseProfileCommand.self,
            DatabaseSecretsCommand.self,
        ])
}

/// The database that a command is about.
struct DatabaseOptions: ParsableArguments {
    @Option(help: "The database (default: the project's own).") var database: String?
    @OptionGroup var project: ProjectOption

    var name: DatabaseName { DatabaseName(project: project.project, name: database) }
}
