import HTTPTypes
import Hummingbird
import LatchkeyConsole
import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyRealtime
import LatchkeyTree
import LatchkeyWeb
import NIOCore

/// `/console/projects/PROJECT/data`: the contents of a database, one node and a range of its children per page.
struct DataPage: Sendable {
    let console: Console
    let rules: RulesPage

    static let route = "/console/projects/:project/data"

    /// The range of children to show.
    struct Window {
        var after: String?
        var until: String?
    }

    /// The result of a submitted form.
    struct News {
        var status = HTTPResponse.Status.ok
        var message: String?
        var done: String?
        /// The current value, shown after a conflict.
        var current: String?
    }

    private struct Crumb {
        let name: String
        let href: String
        let isLast: Bool
    }

    private struct Content {
        let frame: ConsoleFrame
        let here: String
        let csrf: String
        let database: String
        /// The URL of the database; `nil` if it is unknown.
        let url: String?
        let others: [RulesTrialForm.Choice]
        let path: String
        let trail: [Crumb]
        let isDeep: Bool
        let message: String?
        let done: String?
        let current: String?
        let value: ShownValue?
        let count: String?
        let isEmpty: Bool
        /// The priority of the node as JSON; `nil` if there is none.
        let ownPriority: String?
        let first: String?
        let rows: [DataRow]
        let next: String?
        let events: String
        let export: String
        let file: String
        let mayEdit: Bool
        let mayAdd: Bool
        /// The key that the form for another key shows; `nil` at the root and without data.
        let newName: String?
        let form: DataForm
        let isShort: Bool
    }

    private static let maxShownCharacters = 4096
    private static let maxCrumbs = 6

    func add(to router: Router<ServerContext>) {
        console.get(Self.route, on: router) { request, context in
            let parameters = request.queryParameters
            let place = try await place(request, context, parameters)
            let window = Window(after: Self.key(parameters["after"]), until: Self.key(parameters["until"]))
            return try await show(place, DataForm(place.node), News(done: Self.done(parameters)), window)
        }
        console.get(Self.route + "/export", on: router) { request, context in
            let place = try await place(request, context, request.queryParameters)
            return Self.export(place)
        }
    }

    /// - Throws: ``ConsoleRefusal``.
    func place(
        _ request: Request, _ context: ServerContext, _ parameters: QueryParameters, atLeast role: ConsoleRole = .viewer
    ) async throws -> DataPlace {
        let place = try await rules.place(request, context, named: parameters["db"], atLeast: role)
        return DataPlace(place, try DataPlace.path(parameters["path"]))
    }

    private static func key(_ text: String?) -> String? { text.flatMap { ChildKey($0)?.text } }

    private static func done(_ parameters: QueryParameters) -> String? {
        switch parameters["done"] {
        case "saved":
            parameters["leaves"].flatMap(Int.init).map { "Saved: \($0) \($0 == 1 ? "value was" : "values were") written." } ?? "Saved."
        case "added": "Added."
        case "deleted": "Deleted."
        case "renamed": "Renamed."
        default: nil
        }
    }

    func show(_ place: DataPlace, _ form: DataForm, _ news: News, _ window: Window = Window()) async throws -> Response {
        let name = place.database.id.name
        let kept = try await rules.databases.trees.databases(of: place.project.id.rawValue).map(\.name)
        let node = place.node
        let part = try DataPart(of: place, after: window.after, until: window.until)
        let ways = (0...place.path.keys.count).map { TreePath(keys: place.path.keys.prefix($0)) }
        let shown = ways.count > Self.maxCrumbs ? [ways[0]] + ways.suffix(Self.maxCrumbs - 1) : ways
        return try console.page(
            "console-data",
            Content(
                frame: console.frame(place.visitor, .data, of: place.project), here: place.here,
                csrf: console.forms.cookie.formToken(for: place.visitor.browser), database: name,
                url: rules.addresses.databaseURL(named: name),
                others: kept.count < 2 ? [] : kept.map { .init(value: $0, name: $0, selected: $0 == name) }, path: "\(place.path)",
                trail: shown.map { way in
                    Crumb(name: way.keys.last?.text ?? name, href: place.address(of: way), isLast: way == place.path)
                },
                isDeep: shown.count < ways.count, message: news.message, done: news.done, current: news.current,
                value: node.value.map { ShownValue($0, upTo: Self.maxShownCharacters) },
                count: node.hasChildren ? ShownValue.count(node.childCount) : nil, isEmpty: node.isEmpty,
                ownPriority: ShownValue.priority(of: node),
                first: window.after == nil ? nil : place.address(of: place.path), rows: part.rows, next: part.next,
                events: place.address(of: place.path, "/events"), export: place.address(of: place.path, "/export"),
                file: place.address(of: place.path, "/file"), mayEdit: place.mayEdit, mayAdd: place.mayEdit && node.value == nil,
                newName: node.isEmpty ? nil : form.isRename ? form.newName : place.path.keys.last?.text,
                form: form, isShort: DataForm.isShort(node)),
            status: news.status)
    }

    /// Returns the data as a lossless JSON file: with priorities, and never as arrays.
    private static func export(_ place: DataPlace) -> Response {
        let chunks = JSONChunks(place.node, .export)
        let name = ([place.database.id.name] + place.path.keys.map(\.text)).joined(separator: "-")
        var response = Response(
            status: .ok,
            headers: [.contentType: "application/json; charset=utf-8", .contentDisposition: DatabaseRequest.attachment(name + ".json")],
            body: ResponseBody { writer in
                for chunk in chunks { try await writer.write(ByteBuffer(bytes: chunk)) }
                try await writer.finish(nil)
            })
        response.protectPage()
        return response
    }
}
