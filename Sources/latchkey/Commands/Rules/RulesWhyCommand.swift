import ArgumentParser
import LatchkeyDatabaseAPI

struct RulesWhyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why", abstract: "Explain why the running server denied a request.",
        discussion: """
            A denied client gets the ID of the decision: over HTTP in the header X-Latchkey-Decision, over a web socket in the text of \
            the error. The server keeps the last 1000 denials. The output contains data and the claims of the user.
            """)

    @Argument(help: "The ID of the decision.") var id: String?
    @Flag(help: "Explain the most recent denial.") var last = false
    @OptionGroup var admin: AdminOptions

    func validate() throws {
        if (id == nil) != last { throw ValidationError("Specify either a decision or --last.") }
    }

    func run() async throws {
        let call = id.map { AdminCall.get("/v2/decisions/\($0)") } ?? .get("/v2/decisions:latest")
        try admin.show(try await admin.send(call, for: DecisionInfo.self)) { decision in
            var facts = FactList()
            facts.add("Decision", decision.id)
            facts.add("Time", decision.time)
            facts.add("Database", decision.database)
            facts.add("Occasion", decision.occasion)
            facts.add("Path", decision.paths.joined(separator: ", "))
            if decision.pathCount > decision.paths.count { facts.add("Total paths", "\(decision.pathCount)") }
            facts.add("Query", decision.query)
            facts.add("auth", decision.auth ?? decision.uid)
            facts.add("Rules", "version \(decision.rulesVersion)")
            return facts.text + "\n\n" + Terminal.paragraphs(decision.text)
        }
    }
}
