import ArgumentParser

struct AppCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app", abstract: "Manage a project's apps.",
        subcommands: [AppAddCommand.self, AppListCommand.self, AppSetCommand.self])
}
