import Hummingbird
import LatchkeyIdentity
import LatchkeyWeb

/// `/console/projects/PROJECT/usage`: who signs in by what, what goes wrong, how fast the server answers, and what it stores.
///
/// It reads counts that the store and the server keep anyway, so it costs the same with a thousand users and with a million.
struct UsagePage: Sendable {
    let console: Console
    let times: RequestTimes
    let now: WallClock

    private static let shownDays = 30

    private struct Content {
        let frame: ConsoleFrame
        let active: [Figure]
        let plots: [DailyPlot]
        let routes: [RouteRow]
        let moreRoutes: Int?
        let storage: [Figure]
        let strip: StorageStrip
    }

    /// A number and what it is.
    private struct Figure {
        let name: String
        let value: String
    }

    func add(to router: Router<ServerContext>) {
        console.get("/console/projects/:project/usage", on: router) { request, context in
            let visitor = try await console.door.visitor(request)
            return try await show(visitor, try await console.project(context))
        }
    }

    private func show(_ visitor: ConsoleVisitor, _ project: Project) async throws -> Response {
        let today = UTCDay(of: now())
        let days = (0..<Self.shownDays).map { today.later($0 - Self.shownDays + 1) }
        let (events, activity, stored) = try await console.store.read { view in
            (
                try view.eventCounts(of: project.id, since: days[0]), try view.accountActivity(of: project.id),
                try view.storedBytes(of: project.id)
            )
        }
        let routes = RouteRow.rows(times.all)
        return try console.page(
            "console-usage",
            Content(
                frame: console.frame(visitor, .usage, of: project),
                active: [("today", 1), ("in 7 days", 7), ("in 30 days", 30)].map { name, count in
                    // A clock of before may have been ahead of this one.
                    let used = activity.filter { $0.day > today.later(-count) }.reduce(0) { $0 + $1.latest }
                    return Figure(name: name, value: String(used))
                }, plots: Self.plots(days, events, activity), routes: Array(routes.prefix(RouteRow.shown)),
                moreRoutes: routes.count > RouteRow.shown ? routes.count - RouteRow.shown : nil,
                storage: [
                    Figure(name: "Accounts of this project", value: String(activity.reduce(0) { $0 + $1.latest })),
                    Figure(name: "Database file, all projects", value: ByteText.text(stored.all)),
                    Figure(name: "Realtime databases of this project", value: ByteText.text(stored.databases)),
                    Figure(name: "Free in the file", value: ByteText.text(stored.free)),
                ], strip: StorageStrip(stored)))
    }

    private static func plots(_ days: [UTCDay], _ events: [EventCount], _ activity: [AccountActivity]) -> [DailyPlot] {
        var (signIns, errors) = ([String: [UTCDay: Int]](), [String: [UTCDay: Int]]())
        for event in events {
            if event.outcome == .allowed, event.kind == .signIn || event.kind == .signUp {
                signIns[event.method?.rawValue ?? "without a provider", default: [:]][event.day, default: 0] += event.count
            } else if event.outcome == .refused {
                errors[event.reason ?? "without a code", default: [:]][event.day, default: 0] += event.count
            }
        }
        let active = Dictionary(activity.map { ($0.day, $0.active) }, uniquingKeysWith: +)
        return [
            DailyPlot("Sign-ins by provider", about: "Each sign-in that succeeded, first ones included.", days: days, counts: signIns),
            DailyPlot(
                "Errors by code", about: "Whatever was refused to people: their history has each of them.", days: days, counts: errors),
            DailyPlot(
                "Active users a day",
                about: "Accounts that were made or signed in on the day, or whose session was refreshed.", days: days,
                counts: ["accounts": active.filter { days[0] <= $0.key }]),
        ]
    }
}
