import ArgumentParser
import LatchkeyRules

struct RulesCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check Security Rules for errors and probable mistakes.",
        discussion: """
            Shows each problem with its line and column and a hint. The exit status is 1 for errors, and with --strict also for warnings.
            """)

    @Argument(help: "The rules file, or - for standard input.") var file: String
    @Flag(help: "Treat warnings as errors.") var strict = false
    @Flag(help: "Print the problems and warnings as JSON.") var json = false

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
                Terminal.print("\(file.name): the rules are valid\(fails ? "; --strict treats warnings as errors" : "").")
            }
        }
        if fails { throw ExitCode.failure }
    }
}
