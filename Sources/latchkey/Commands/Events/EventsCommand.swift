import ArgumentParser

struct EventsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "Read the record of everything that concerned signing in.",
        discussion: "Every sign-in, refusal, link, change and removal leaves a line, whoever did it.", subcommands: [EventsListCommand.self]
    )
}
