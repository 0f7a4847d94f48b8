import ArgumentParser

struct APIKeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Look after the API keys that apps send.",
        discussion: "An API key names a project and is no secret: apps carry it. Revoking one turns away the apps that carry it.",
        subcommands: [APIKeyAddCommand.self, APIKeyListCommand.self, APIKeyRevokeCommand.self])
}
