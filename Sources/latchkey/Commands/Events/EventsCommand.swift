import ArgumentParser

struct EventsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "Read and verify the audit log.",
        discussion: "The audit log contains every sign-in, rejection, link, change and deletion.",
        subcommands: [EventsListCommand.self, EventsVerifyCommand.self]
    )
}
