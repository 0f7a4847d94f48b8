import ArgumentParser

struct APIKeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Manage a project's API keys.",
        discussion: "An API key identifies a project. It is not a secret, because apps contain it. Apps with a revoked key are rejected.",
        subcommands: [APIKeyAddCommand.self, APIKeyListCommand.self, APIKeyRevokeCommand.self])
}
