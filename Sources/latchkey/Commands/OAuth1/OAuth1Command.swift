import ArgumentParser

struct OAuth1Command: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "oauth1", abstract: "Sign and verify OAuth 1.0a requests, for debugging.",
        discussion: """
            These commands accept secrets as arguments. Other users of this machine can read them while a command \
            runs, so use only secrets that you can replace.
            """,
        subcommands: [OAuth1SignCommand.self, OAuth1VerifyCommand.self])
}
