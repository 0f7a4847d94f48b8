import ArgumentParser

struct OAuth1Command: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "oauth1", abstract: "Sign a request with OAuth 1.0a, or find out why a signature is refused.",
        discussion: """
            For people who debug. This is the one place where secrets may be arguments: others on this machine can read them while the \
            command runs, so use secrets that you can change.
            """,
        subcommands: [OAuth1SignCommand.self, OAuth1VerifyCommand.self])
}
