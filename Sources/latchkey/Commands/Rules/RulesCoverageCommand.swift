import ArgumentParser
import LatchkeyRules

struct RulesCoverageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coverage", abstract: "Show how often each rule expression was evaluated in the running server, with its values.",
        discussion: """
            Counting starts at zero with --start and slows down every request until --stop. It restarts when the rules \
            change. An emulator always counts; see /.inspect/coverage of its database.
            """)

    @Flag(help: "Start counting at zero.") var start = false
    @Flag(help: "Stop counting and discard the counts.") var stop = false
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var admin: AdminOptions

    private static let maxExpression = 70

    func validate() throws {
        if start, stop { throw ValidationError("--start and --stop cannot be used together.") }
    }

    func run() async throws {
        let path = database.path("coverage")
        if start || stop {
            let state = try await admin.send(start ? .post(path) : .delete(path), for: CoverageState.self)
            return try admin.show(state) { $0.counting ? "Counting started." : "Counting stopped." }
        }
        try admin.show(try await admin.send(.get(path), for: CoverageReport.self)) { report in
            guard !report.rules.isEmpty else { return "There are no .read, .write or .validate rules." }
            var table = TextTable("place", "rule", "expression", "count", "values")
            for rule in report.rules {
                for (index, expression) in rule.expressions.enumerated() where index == 0 || !expression.isConstant {
                    let text = String(expression.text.prefix(Self.maxExpression))
                    table.add(
                        "\(expression.line):\(expression.column)", index == 0 ? rule.kind.rawValue : "",
                        text.count < expression.text.count ? text + "…" : text, "\(expression.count)", expression.valuesText)
                }
            }
            let evaluated = report.rules.count { ($0.expressions.first?.count ?? 0) > 0 }
            return table.text + "\n\n\(evaluated) of \(Count.text(report.rules.count, "rule was", "rules were")) evaluated."
        }
    }
}

extension CoverageReport.ExpressionCount {
    /// Whether the expression is a literal; its value is not informative.
    var isConstant: Bool { values.count == 1 && values.keys.first == text }

    /// The values with their counts, most frequent first.
    var valuesText: String {
        values.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map { "\($0.key) \($0.value)×" }.joined(separator: ", ")
    }
}
