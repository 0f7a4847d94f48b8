import ArgumentParser

struct UpgradeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "upgrade", abstract: "Prepare an upgrade.", subcommands: [UpgradeCheckCommand.self])
}
