import ArgumentParser
import LatchkeyWire

struct WebhooksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks", abstract: "Manage webhooks: URLs of back ends that are called after changes of accounts.",
        subcommands: [
            WebhooksListCommand.self, WebhooksCreateCommand.self, WebhooksUpdateCommand.self, WebhooksDeleteCommand.self,
            WebhooksRotateSecretCommand.self, WebhooksDeliveriesCommand.self, WebhooksRetryCommand.self,
        ])

    /// The help for the option with events.
    static let eventsHelp: ArgumentHelp =
        "An event: user.created, user.updated, user.deleted or user.signed_in. Repeat the option for several."
}

extension WebhookInfo {
    /// One line for each property.
    var facts: String {
        var facts = FactList()
        facts.add("id", id)
        facts.add("url", url)
        facts.add("events", events?.joined(separator: ", "))
        facts.add("state", state)
        facts.add("created", createdAt)
        facts.add("failing since", failingSince)
        facts.add("last error", lastError)
        facts.add("dropped events", droppedEvents.flatMap { $0 > 0 ? String($0) : nil })
        facts.add("previous secret until", previousSecretUntil)
        guard let secret else { return facts.text }
        facts.add("secret", secret)
        return facts.text + "\n\nStore the secret in the back end now. It is not shown again."
    }
}
