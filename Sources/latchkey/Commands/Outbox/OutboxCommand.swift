import ArgumentParser

struct OutboxCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "Show messages to users: waiting, sent and failed.",
        discussion: "Messages are kept until their codes expire.", subcommands: [OutboxListCommand.self, OutboxShowCommand.self])
}
