import ArgumentParser

struct HookCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hook", abstract: "Look after the programs that are asked before people come in.",
        discussion: """
            beforeCreate is asked before a newcomer's account is stored, beforeSignIn before a session is opened. A hook is a URL of \
            yours, to which the server posts a signed token; it may refuse, or change the account. While it does not answer, nobody \
            whom it has to be asked about comes in.
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
