import Foundation
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// `/console/projects/PROJECT/usage`: active users, sign-ins by provider, errors, latency and storage.
///
/// The page reads counters that the store and the server maintain anyway, so its cost does not depend on the number of users.
struct UsagePage: Sendable {
    let console: Console
    let times: RequestTimes
    let now: WallClock

    private struct Content {
        let frame: ConsoleFrame
        let period: String
        let periods: [UsagePeriod.Choice]
        let active: [Figure]
        let plots: [DailyPlot]
        let routes: [RouteRow]
        let moreRoutes: Int?
        let storage: [Figure]
        let strip: StorageStrip
    }

    /// A labeled number.
    private struct Figure {
        let name: String
        let value: String
    }

    func add(to router: Router<ServerContext>) {
        console.get("/console/projects/:project/usage", on: router) { request, context in
            let visitor = try await console.door.visitor(request)
            return try await show(visitor, try await console.project(context), UsagePeriod(request.queryParameters["days"]))
        }
    }

    private func show(_ visitor: ConsoleVisitor, _ project: Project, _ period: UsagePeriod) async throws -> Response {
        let today = UTCDay(of: now())
        let days = period.shownDays(until: today)
        let instant = now()
        let (events, activity, total, stored, latencies) = try await console.store.read { view in
            (
                try view.eventCounts(of: project.id, since: days[0]), try view.accountActivity(of: project.id),
                try view.countedAccounts(of: project.id), try view.storedBytes(of: project.id),
                // The current hour and day have begun earlier.
                try view.latencies(
                    by: period.days == 1 ? .hour : .day, since: instant.addingTimeInterval(-86_400 * Double(period.days)))
            )
        }
        let routes = RouteRow.rows(latencies, and: times.notTaken)
        return try console.page(
            "console-usage",
            Content(
                frame: console.frame(visitor, .usage, of: project), period: period.name,
                periods: period.choices(at: ConsoleSection.usage.path(in: project.id)),
                active: [("Today", 1), ("Last 7 days", 7), ("Last 30 days", 30)].map { name, count in
                    // Includes future days, because the clock may have been ahead earlier.
                    let used = activity.filter { $0.day > today.later(-count) }.reduce(0) { $0 + $1.latest }
                    return Figure(name: name, value: String(used))
                }, plots: Self.plots(days, events, activity), routes: Array(routes.prefix(RouteRow.shown)),
                moreRoutes: routes.count > RouteRow.shown ? routes.count - RouteRow.shown : nil,
                storage: [
                    Figure(name: "Accounts in this project", value: String(total)),
                    Figure(name: "Database file (all projects)", value: ByteText.text(stored.all)),
                    Figure(name: "Realtime databases in this project", value: ByteText.text(stored.databases)),
                    Figure(name: "Free space in the file", value: ByteText.text(stored.free)),
                ], strip: StorageStrip(stored)))
    }

    private static func plots(_ days: [UTCDay], _ events: [EventCount], _ activity: [AccountActivity]) -> [DailyPlot] {
        var errors: [String: [UTCDay: Int]] = [:]
        for event in events where event.outcome == .refused {
            errors[event.reason ?? "no code", default: [:]][event.day, default: 0] += event.count
        }
        let active = Dictionary(activity.map { ($0.day, $0.active) }, uniquingKeysWith: +)
        return [
            DailyPlot(signInsOf: events, days: days),
            DailyPlot(
                "Errors by code", about: "Rejected user requests. The history of each user lists them.", days: days, counts: errors),
            DailyPlot(
                "Daily active users",
                about: "Accounts that were created, signed in or had a session refreshed on that day.", days: days,
                counts: ["accounts": active.filter { days[0] <= $0.key }]),
        ]
    }
}
