import HTTPTypes
import Hummingbird
import LatchkeyConsole
import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyRealtime
import LatchkeyRules
import LatchkeyTree
import LatchkeyWeb

/// `/console/projects/PROJECT/rules`: the rules of a database, their problems, and a test of them.
struct RulesPage: Sendable {
    let console: Console
    let databases: DatabaseParts
    let addresses: AppAddresses

    static let route = "/console/projects/:project/rules"

    /// The database of a project that an administrator views.
    struct Place: Sendable {
        let visitor: ConsoleVisitor
        let project: Project
        let database: RealtimeDatabase

        var here: String { ConsoleSection.rules.path(in: project.id) }
        var query: String { "?db=" + PercentEncoding.encode(database.id.name) }
    }

    /// The result of a submitted form.
    struct News {
        var status = HTTPResponse.Status.ok
        var message: String?
        var done: String?
        var problems: [RulesProblem] = []
        /// The saved rules, shown after a conflict.
        var saved: String?
        var verdict: RulesVerdict?
    }

    private struct Content {
        let frame: ConsoleFrame
        let codeEditor = CodeEditor()
        let here: String
        let csrf: String
        let database: String
        /// The URL of the database; `nil` if it is unknown.
        let url: String?
        let query: String
        /// The databases to choose from; empty if there is only one.
        let others: [RulesTrialForm.Choice]
        let message: String?
        let done: String?
        let file: String?
        let mayEdit: Bool
        let form: RulesForm
        /// Whether the editor differs from the current rules.
        let isUnsaved: Bool
        let problems: [Problem]
        let state: String
        let saved: String?
        let verdict: RulesVerdict?
        /// `nil` while coverage is not recorded, and while the editor has other rules than the saved ones.
        let coverage: RulesCoverageLines?
    }

    /// The addresses of the code editor.
    private struct CodeEditor {
        let style = PageAsset.codeEditorStyle?.address
        let script = PageAsset.codeEditorScript?.address

        init?() { guard script != nil, style != nil else { return nil } }
    }

    private struct Problem {
        let line: Int
        let column: Int
        let length: Int
        let kind: String
        let message: String
        let hint: String?

        init(_ problem: RulesProblem, kind: String) {
            (line, column, length, self.kind) = (problem.line, problem.column, problem.length, kind)
            (message, hint) = (problem.message, problem.hint)
        }
    }

    func add(to router: Router<ServerContext>) {
        console.get(Self.route, on: router) { request, context in
            let place = try await place(request, context, named: request.uri.queryParameters["db"].map { String($0) })
            let done = request.uri.queryParameters["done"] == "saved" ? "Saved. The rules are in effect, also for open listeners." : nil
            let version = request.uri.queryParameters["version"].flatMap { Int($0) }
            guard let version else { return try await show(place, RulesForm(place.database.rules), News(done: done)) }
            guard let text = try await databases.trees.rules(ofVersion: version, of: place.database.id) else {
                throw ConsoleRefusal.notFound("This version of the rules is not available.")
            }
            let message = "The editor shows version \(version). Save it to put it into effect."
            return try await show(place, RulesForm(place.database.rules, as: text), News(done: message))
        }
    }

    /// - Parameter name: The name of the database; `nil` for the default database of the project.
    /// - Throws: ``ConsoleRefusal``.
    func place(
        _ request: Request, _ context: ServerContext, named name: String?, atLeast role: ConsoleRole = .viewer
    ) async throws -> Place {
        let visitor = try await console.door.visitor(request, atLeast: role)
        let project = try await console.project(context)
        do {
            let database = try await DatabaseResolver(databases).database(name.unlessEmpty ?? project.id.rawValue)
            guard database.id.project == project.id.rawValue else {
                throw ConsoleRefusal.notFound("This project has no database with this name.")
            }
            return Place(visitor: visitor, project: project, database: database)
        } catch let error as DatabaseRefusal {
            throw ConsoleRefusal.notFound(error.message)
        } catch let error as UnreadableDatabase {
            throw ConsoleRefusal.notFound(DatabaseRefusal(error).message)
        }
    }

    func show(_ place: Place, _ form: RulesForm, _ news: News) async throws -> Response {
        let name = place.database.id.name
        let kept = try await databases.trees.databases(of: place.project.id.rawValue).map(\.name)
        let rules = try? await Self.rules(form.text)
        let problems =
            news.problems.map { Problem($0, kind: "error") } + (rules?.warnings ?? []).prefix(100).map { Problem($0, kind: "warning") }
        let file = databases.rulesFile(of: place.database.id)
        let isUnsaved = !form.text.utf8.elementsEqual(place.database.rules.text.utf8)
        return try console.page(
            "console-rules",
            Content(
                frame: console.frame(place.visitor, .rules, of: place.project), here: place.here,
                csrf: console.forms.cookie.formToken(for: place.visitor.browser), database: name,
                url: addresses.databaseURL(named: name), query: place.query,
                others: kept.count < 2 ? [] : kept.map { .init(value: $0, name: $0, selected: $0 == name) },
                message: news.message, done: news.done, file: file, mayEdit: file == nil && place.visitor.role >= .editor, form: form,
                isUnsaved: isUnsaved,
                problems: problems,
                state: problems.isEmpty
                    ? "No problems found." : "\(problems.count) problem\(problems.count == 1 ? "" : "s").",
                saved: news.saved, verdict: news.verdict,
                coverage: isUnsaved ? nil : place.database.coverage.map(RulesCoverageLines.init)), status: news.status)
    }

    /// Parses rules off the event loop of the connection, because they can be up to 1 MiB.
    ///
    /// - Throws: `RulesError`.
    @concurrent static func rules(_ text: String) async throws(RulesError) -> SecurityRules { try SecurityRules(text) }
}
