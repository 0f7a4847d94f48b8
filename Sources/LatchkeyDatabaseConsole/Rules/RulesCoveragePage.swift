import Hummingbird
import LatchkeyConsole
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTree
import LatchkeyWeb

/// `/console/projects/PROJECT/rules/coverage`: how often each expression of the rules was evaluated, and its values.
struct RulesCoveragePage: Sendable {
    let console: Console
    let rules: RulesPage

    private static let route = RulesPage.route + "/coverage"
    private static let maxRows = 500

    private struct Content {
        let frame: ConsoleFrame
        let here: String
        let rules: String
        let csrf: String
        let database: String
        let mayEdit: Bool
        let isCounting: Bool
        let never: Int
        let rows: [Row]
        let moreRows: Int?
    }

    private struct Row {
        let place: String
        let kind: String
        let text: String
        let count: Int
        let isNever: Bool
        let values: String
    }

    func add(to router: Router<ServerContext>) {
        console.get(Self.route, on: router) { request, context in
            try show(try await rules.place(request, context, named: request.uri.queryParameters["db"].map { String($0) }))
        }
        for (name, isOn) in [("start", true), ("stop", false)] {
            console.post(Self.route + "/" + name, on: router) { request, context in
                _ = try await console.door.visitor(request, atLeast: .editor)
                let (form, _) = try await console.forms.read(request)
                let place = try await rules.place(request, context, named: form["db"], atLeast: .editor)
                place.database.countCoverage(isOn)
                return .seeOther(place.here + "/coverage" + place.query)
            }
        }
    }

    private func show(_ place: RulesPage.Place) throws -> Response {
        let report = place.database.coverage
        let rows = (report?.rules ?? []).flatMap { rule in rule.expressions.enumerated().map { Self.row($1, of: rule, isFirst: $0 == 0) } }
        return try console.page(
            "console-rules-coverage",
            Content(
                frame: console.frame(place.visitor, .rules, of: place.project), here: place.here + "/coverage",
                rules: place.here + place.query, csrf: console.forms.cookie.formToken(for: place.visitor.browser),
                database: place.database.id.name, mayEdit: place.visitor.role >= .editor, isCounting: report != nil,
                never: rows.count(where: \.isNever), rows: Array(rows.prefix(Self.maxRows)),
                moreRows: rows.count > Self.maxRows ? rows.count - Self.maxRows : nil))
    }

    private static func row(_ expression: CoverageReport.ExpressionCount, of rule: CoverageReport.RuleCount, isFirst: Bool) -> Row {
        let values = expression.values.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map { "\($0.key) (\($0.value))" }
        return Row(
            place: "\(expression.line):\(expression.column)", kind: isFirst ? rule.kind.rawValue : "", text: expression.text,
            count: expression.count, isNever: expression.count == 0, values: values.joined(separator: ", "))
    }
}
