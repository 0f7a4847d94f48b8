import ArgumentParser

struct AdminCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin", abstract: "Manage the administrators of the console.",
        subcommands: [AdminInviteCommand.self, AdminResetPasswordCommand.self])
}
