import ArgumentParser

struct OutboxCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "Look at messages to people: those that wait, those that left, those that were given up.",
        discussion: "A message is kept until its code ends.", subcommands: [OutboxListCommand.self, OutboxShowCommand.self])
}
