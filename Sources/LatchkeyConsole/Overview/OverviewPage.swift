import Foundation
import Hummingbird
import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyProviders
import LatchkeyTree
import LatchkeyWeb

/// `/console/projects/PROJECT/overview`: users and sign-ins of the last 30 days, the state of the server, and the first steps of a project.
///
/// The figures come from counters, so the cost of the page does not depend on the number of users.
struct OverviewPage: Sendable {
    let console: Console
    let parts: ConsoleParts
    let databases: DatabaseParts?
    let now: WallClock

    private static let shownDays = 30

    private struct Content {
        let frame: ConsoleFrame
        let project: String
        let figures: [Figure]
        let plots: [DailyPlot]
        let usage: String
        let steps: [FirstStep]
        /// The number of steps that are not done; `nil` if all are.
        let left: Int?
        let problems: [CheckupFinding]
        let checks: [CheckupFinding]
    }

    private struct Figure {
        let name: String
        let value: String
        let href: String?
    }

    func add(to router: Router<ServerContext>) {
        console.get("/console/projects/:project/overview", on: router) { request, context in
            let visitor = try await console.door.visitor(request)
            return try await show(visitor, try await console.project(context))
        }
    }

    private func show(_ visitor: ConsoleVisitor, _ project: Project) async throws -> Response {
        let today = UTCDay(of: now())
        let days = (0..<Self.shownDays).map { today.later($0 - Self.shownDays + 1) }
        let hasRules = try await hasRules(project)
        let (events, activity, total, steps) = try await console.store.read { view in
            (
                try view.eventCounts(of: project.id, since: days[0]), try view.accountActivity(of: project.id),
                try view.countedAccounts(of: project.id),
                try FirstStep.all(of: project, sendsMail: parts.sendsMail, hasRules: hasRules, view)
            )
        }
        let health = await parts.health?() ?? []
        let left = steps.count { !$0.isDone }
        return try console.page(
            "console-overview",
            Content(
                frame: console.frame(visitor, .overview, of: project), project: project.displayName,
                figures: Self.figures(project, total, events, activity, since: today.later(-6)),
                plots: [DailyPlot(signInsOf: events, days: days)], usage: ConsoleSection.usage.path(in: project.id),
                steps: left > 0 ? steps : [],
                left: left > 0 ? left : nil, problems: health.filter { !$0.ok }, checks: health.filter(\.ok)))
    }

    /// Returns whether rules were saved for a database of a project; `nil` for a server without databases.
    private func hasRules(_ project: Project) async throws -> Bool? {
        guard let databases else { return nil }
        for id in try await databases.trees.databases(of: project.id.rawValue) {
            // A database that is just being removed has none.
            if let versions = try? await databases.trees.rulesVersions(of: id), !versions.isEmpty { return true }
        }
        return false
    }

    private static func figures(
        _ project: Project, _ total: Int, _ events: [EventCount], _ activity: [AccountActivity], since first: UTCDay
    ) -> [Figure] {
        func count(_ kinds: Set<AuthEvent.Kind>, _ outcome: AuthEvent.Outcome) -> String {
            let week = events.filter { $0.day >= first && kinds.contains($0.kind) && $0.outcome == outcome }
            return String(week.reduce(0) { $0 + $1.count })
        }
        let users = ConsoleSection.users.path(in: project.id)
        return [
            Figure(name: "Users", value: String(total), href: users),
            Figure(
                name: "Active in 7 days", value: String(activity.filter { $0.day >= first }.reduce(0) { $0 + $1.latest }), href: nil),
            Figure(name: "New in 7 days", value: count([.signUp], .allowed), href: nil),
            Figure(name: "Sign-ins in 7 days", value: count([.signIn, .signUp], .allowed), href: nil),
            Figure(
                name: "Refused sign-ins in 7 days", value: count([.signIn, .signUp], .refused),
                href: ConsoleSection.history.path(in: project.id) + "?outcome=refused&hours=168"),
        ]
    }
}
