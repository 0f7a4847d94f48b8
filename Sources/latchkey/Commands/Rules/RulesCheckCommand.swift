import ArgumentParser
import LatchkeyRules

struct RulesCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Say what is wrong with Security Rules, and what can hardly be meant.",
        discussion: """
            Every problem is told with its line, its column and a hint. Exit status 1 means that the rules are wrong; warnings alone leave it at 0, unless --strict asks otherwise.
            """)

    @Argument(help: "The file with the rules; - for standard input.") var file: String
    @Flag(help: "Take warnings for errors.") var strict = false
    @Flag(help: "Print JSON: the problems and the warnings.") var json = false

    private struct Report: Codable {
        var problems: [RulesProblem]
        var warnings: [RulesProblem]
    }

    func run() throws {
        let file = try TextFile(file)
        var report = Report(problems: [], warnings: [])
        do throws(RulesError) {
            report.warnings = try SecurityRules(file.text).warnings
        } catch {
            report.problems = error.problems
        }
        let fails = !report.problems.isEmpty || strict && !report.warnings.isEmpty
        if json {
            try Terminal.print(json: report)
        } else {
            for problem in report.problems { Terminal.printError(problem.rendered(file: file.name)) }
            for warning in report.warnings { Terminal.printError("warning: " + warning.rendered(file: file.name)) }
            if report.problems.isEmpty {
                Terminal.print("\(file.name): the rules can be used\(fails ? "; --strict takes their warnings for errors" : "").")
            }
        }
        if fails { throw ExitCode.failure }
    }
}
