import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// `/console/projects/PROJECT/history`: the paginated audit log of a project; `/console/administrators/history`: that of administrators.
struct HistoryPage: Sendable {
    let console: Console

    private static let pageSize = 100

    private struct Content {
        let frame: ConsoleFrame
        let title: String
        let here: String
        let kinds: [Choice]
        let outcomes: [Choice]
        let rows: [Row]
        let first: String?
        let next: String?
        let hasPages: Bool
        let isLive: Bool
    }

    private struct Choice {
        let value: String
        let chosen: Bool
    }

    private struct Row {
        let at: ShownDate
        let kind: String
        let method: String?
        let outcome: String
        let reason: String?
        let subject: String?
        let href: String?
        let actor: String
        let address: String

        /// - Parameter leads: Whether rows link to the pages of accounts.
        init(_ event: AuthEvent, leads: Bool, _ names: ActorNames) {
            at = ShownDate(event.at)
            kind = event.kind.rawValue
            method = event.method?.rawValue
            outcome = event.outcome.rawValue
            reason = event.reason
            subject = event.subject?.rawValue
            href = leads ? event.subject.map { UserPage.path(of: $0, in: ConsoleRealm.users(of: event.realm)) } : nil
            actor = names.name(of: event.actor)
            address = event.address ?? ""
        }
    }

    func add(to router: Router<ServerContext>) {
        console.get("/console/projects/:project/history", on: router) { request, context in
            let visitor = try await console.door.visitor(request)
            let project = try await console.project(context)
            return try await list(
                of: project.id, at: ConsoleSection.history.path(in: project.id), title: "History",
                frame: console.frame(visitor, .history, of: project), leads: true, request)
        }
        console.get(Self.ofAdministrators, on: router) { request, _ in
            let visitor = try await console.door.visitor(request, atLeast: .owner)
            return try await list(
                of: .console, at: Self.ofAdministrators, title: "Administrator audit log", frame: try await console.frame(visitor),
                leads: false, request)
        }
    }

    private static let ofAdministrators = AdministratorsPage.path + "/history"

    private func list(
        of project: ProjectID, at here: String, title: String, frame: ConsoleFrame, leads: Bool, _ request: Request
    ) async throws -> Response {
        let parameters = try? QueryParameters(formEncoded: request.uri.query ?? "")
        // Only known values are used. Other query values are never rendered.
        let kind = AuthEvent.Kind.allCases.first { $0.rawValue == parameters?["kind"] }
        let outcome = parameters?["outcome"].flatMap(AuthEvent.Outcome.init(rawValue:))
        let before = parameters?["before"].flatMap(EventPosition.init(token:))
        let filter = EventFilter(project: project, kind: kind, outcome: outcome, before: before)
        let (found, names) = try await console.store.read { view in
            let found = try view.events(filter, limit: Self.pageSize + 1)
            return (found, try ActorNames(found.map(\.event.actor), view))
        }
        let shown = found.prefix(Self.pageSize)
        let chosen = here + "?kind=" + (kind?.rawValue ?? "") + "&outcome=" + (outcome?.rawValue ?? "")
        let next = found.count > shown.count ? shown.last.map { chosen + "&before=" + $0.position.token } : nil
        return try console.page(
            "console-history",
            Content(
                frame: frame, title: title, here: here,
                kinds: AuthEvent.Kind.allCases.map { .init(value: $0.rawValue, chosen: $0 == kind) },
                outcomes: AuthEvent.Outcome.allCases.map { .init(value: $0.rawValue, chosen: $0 == outcome) },
                rows: shown.map { Row($0.event, leads: leads, names) }, first: before == nil ? nil : chosen, next: next,
                hasPages: before != nil || next != nil, isLive: before == nil && kind == nil && outcome == nil))
    }
}
