import ArgumentParser

struct AdminCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin", abstract: "Look after the people who may open the console.", subcommands: [AdminInviteCommand.self])
}
