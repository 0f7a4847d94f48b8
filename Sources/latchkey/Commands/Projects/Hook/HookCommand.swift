import ArgumentParser

struct HookCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hook", abstract: "Manage blocking hooks.",
        discussion: """
            The server calls beforeCreate before it creates an account, and beforeSignIn before it creates a session. A hook is a URL \
            of your back end that receives a signed token and can reject the user or change the account. While a hook does not respond, \
            the affected users cannot sign up or sign in.
            """,
        subcommands: [HookSetCommand.self, HookShowCommand.self, HookRemoveCommand.self])
}

extension [HookDescription] {
    var table: String {
        if isEmpty { return "The project has no hooks." }
        var facts = FactList()
        for hook in self { facts.add(hook.event, hook.url) }
        return facts.text
    }
}
