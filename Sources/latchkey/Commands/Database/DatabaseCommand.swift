import ArgumentParser

struct DatabaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "database", abstract: "Read, write, import, export and profile realtime databases.",
        discussion: """
            Connects to the server that runs on the data folder, or opens the folder if there is none. Security Rules do not apply.
            """,
        subcommands: [
            DatabaseListCommand.self, DatabaseCreateCommand.self, DatabaseDeleteCommand.self, DatabaseGetCommand.self,
            DatabaseSetCommand.self,
            DatabaseSettingsCommand.self, DatabaseImportCommand.self, DatabaseExportCommand.self, DatabaseProfileCommand.self,
            DatabaseSecretsCommand.self,
        ])
}

/// The options for the database.
struct DatabaseOptions: ParsableArguments {
    @Option(help: "The database (default: the project's default database).") var database: String?
    @OptionGroup var project: ProjectOption

    /// The name of the database. The default database is named after the project.
    var name: String { database ?? project.project }

    func path(_ part: String) -> AdminCall.Path { "/v2/projects/\(project.project)/databases/\(name)/\(part)" }
}
