import ArgumentParser
import Foundation
import LatchkeyRules

struct RulesTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Test which requests Security Rules allow and deny.",
        discussion: """
            The cases are JSON: {"data": ..., "people": {"ada": {"uid": "ada"}}, "cases": [{"as": "ada", "read": "/users/ada", "expect": \
            "allow"}, {"as": "ada", "write": "/users/bob", "value": 1, "expect": "deny"}]}. "name" sets the name of \
            a case. Failed cases are explained with the evaluated rules and their values. The exit status is 1 if a case fails.
            """)

    @Argument(help: "The rules file.") var file: String
    @Argument(help: "The file with the test cases, or - for standard input.") var cases: String
    @Option(help: ArgumentHelp("Write the results to this file as JUnit XML.", valueName: "file")) var junit: String?
    @Flag(help: "Print the output as JSON.") var json = false

    func run() throws {
        let rules = try TextFile(file).rules()
        let results = try results(of: rules)
        if let junit { try write(JUnitReport(suite: file, results: results).text, to: junit) }
        if json { try Terminal.print(json: results) } else { tell(results) }
        if results.contains(where: { !$0.passed }) { throw ExitCode.failure }
    }

    private func results(of rules: SecurityRules) throws -> [RulesCaseResult] {
        let text = try TextFile(cases)
        do throws(RulesCasesError) {
            let cases = try RulesCases(json: text.text.utf8)
            return rules.run(cases.cases, on: cases.data, now: (Date().timeIntervalSince1970 * 1000).rounded(.down))
        } catch {
            throw Failure("\(text.name): \(error)")
        }
    }

    private func tell(_ results: [RulesCaseResult]) {
        for result in results {
            Terminal.print(
                "\(result.passed ? "ok  " : "FAIL") \(result.name): \(result.expected)\(result.passed ? "" : " was expected")")
            if let explanation = result.explanation {
                for line in explanation.description.split(separator: "\n", omittingEmptySubsequences: false) {
                    Terminal.print("     \(line)")
                }
            }
        }
        let failed = results.count { !$0.passed }
        Terminal.print("\(Count.text(results.count, "case")), \(failed) failed.")
    }

    private func write(_ text: String, to path: String) throws {
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        } catch {
            throw Failure("\(path) cannot be written: \(error.localizedDescription)")
        }
    }
}
