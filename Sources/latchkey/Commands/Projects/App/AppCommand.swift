import ArgumentParser

struct AppCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app", abstract: "Look after the apps that sign-ins may return to.",
        subcommands: [AppAddCommand.self, AppListCommand.self, AppSetCommand.self])
}
