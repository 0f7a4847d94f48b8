import ArgumentParser
import LatchkeyRules

struct RulesCoverageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coverage", abstract: "Show how often each expression of the running server's rules was evaluated, and to what.",
        discussion: """
            Counting begins with --start, from nothing, and takes time at every request until --stop; other rules are counted from \
            nothing too. An emulator always counts: see /.inspect/coverage of its database.
            """)

    @Flag(help: "Begin to count, from nothing.") var start = false
    @Flag(help: "Count no more, and forget.") var stop = false
    @OptionGroup var database: DatabaseOptions
    @OptionGroup var admin: AdminOptions

    private static let maxExpression = 70

    func validate() throws {
        if start, stop { throw ValidationError("--start and --stop cannot be used together.") }
    }

    func run() async throws {
        if start || stop {
            let isOn = try await admin.ask(.switchCoverage(database.name, on: start), for: Bool.self)
            return try admin.show(["counting": isOn]) { _ in isOn ? "Counting begins." : "Nothing is counted any more." }
        }
        try admin.show(try await admin.ask(.showCoverage(database.name), for: CoverageReport.self)) { report in
            guard !report.rules.isEmpty else { return "There is no .read, .write or .validate." }
            var table = TextTable("place", "rule", "expression", "count", "values")
            for rule in report.rules {
                for (index, expression) in rule.expressions.enumerated() where index == 0 || !expression.isConstant {
                    let text = String(expression.text.prefix(Self.maxExpression))
                    table.add(
                        "\(expression.line):\(expression.column)", index == 0 ? rule.kind.rawValue : "",
                        text.count < expression.text.count ? text + "…" : text, "\(expression.count)", expression.valuesText)
                }
            }
            let asked = report.rules.count { ($0.expressions.first?.count ?? 0) > 0 }
            return table.text + "\n\n\(asked) of \(report.rules.count) rules were asked."
        }
    }
}

extension CoverageReport.ExpressionCount {
    /// Whether it is a literal, which says nothing by its value.
    var isConstant: Bool { values.count == 1 && values.keys.first == text }

    /// The most frequent first.
    var valuesText: String {
        values.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map { "\($0.key) \($0.value)×" }.joined(separator: ", ")
    }
}
