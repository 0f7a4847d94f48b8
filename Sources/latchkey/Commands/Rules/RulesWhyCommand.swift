import ArgumentParser
import LatchkeyServer

struct RulesWhyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why", abstract: "Explain why the running server denied something.",
        discussion: """
            Whoever is denied is told the decision's name: over HTTP in the header X-Latchkey-Decision, over a web socket in the text of \
            the answer. The server remembers the last thousand. What is printed holds data and claims of the person who asked.
            """)

    @Argument(help: "The decision's name.") var id: String?
    @Flag(help: "The last denial of all.") var last = false
    @OptionGroup var admin: AdminOptions

    func validate() throws {
        if (id == nil) != last { throw ValidationError("Name a decision, or say --last.") }
    }

    func run() async throws {
        try admin.show(try await admin.ask(.showDecision(id: id), for: DecisionInfo.self)) { decision in
            var facts = FactList()
            facts.add("Decision", decision.id)
            facts.add("Time", decision.time)
            facts.add("Database", decision.database)
            facts.add("Occasion", decision.occasion)
            facts.add("Path", decision.paths.joined(separator: ", "))
            if decision.pathCount > decision.paths.count { facts.add("Paths in all", "\(decision.pathCount)") }
            facts.add("Query", decision.query)
            facts.add("auth", decision.auth ?? decision.uid)
            facts.add("Rules", "version \(decision.rulesVersion)")
            return facts.text + "\n\n" + Terminal.paragraphs(decision.text)
        }
    }
}
