import ArgumentParser

struct MasterKeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "master-key", abstract: "Manage the key that encrypts the secrets in the database.",
        subcommands: [MasterKeyShowCommand.self, MasterKeyRotateCommand.self])
}
