import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyServerTestSupport
import Testing

@testable import LatchkeyConsole
@testable import LatchkeyWeb

/// The usage figures of a project in the console.
@Suite struct ConsoleUsageTests {
    private static let path = "/console/projects/default/usage"
    private let console: PlayedConsole

    init() async throws { console = try await PlayedConsole() }

    /// The rows of a plot's table, newest day first, including the header.
    private func table(_ title: String, of page: Reply) throws -> [[String]] {
        let part = try #require(page.text.components(separatedBy: "aria-label=\"\(title): data table\"").dropFirst().first, "\(page.text)")
        let rows = part.components(separatedBy: "</table>")[0].components(separatedBy: "<tr>").dropFirst()
        return rows.map { row in row.matches(of: /<t[hd][^>]*>(?:<bdi>)?([^<]*)/).map { String($0.1) } }
    }

    private func figures(of page: Reply) -> [String] { page.text.matches(of: /<dd>([0-9]+)<\/dd><\/div>/).map { String($0.1) } }

    @Test func signInsErrorsAndActiveUsersAreCountedByDay() async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            #expect(try await browser.open(Self.path).text.contains("Nothing in the last 30 days."))
            let account = ["email": "ada@example.org", "password": "lovelace"]
            #expect(try await caller.call("accounts:signUp", account).status == .ok)
            #expect(try await caller.call("accounts:signInWithPassword", account).status == .ok)
            console.server.clock.advance(bySeconds: 86_400 * 2)
            for _ in 0..<3 {
                let wrong = ["email": "ada@example.org", "password": "wrong password"]
                #expect(try await caller.call("accounts:signInWithPassword", wrong).status == .badRequest)
            }
            #expect(try await caller.call("accounts:signInWithPassword", account).status == .ok)
            // The console's session has expired meanwhile.
            _ = try await console.signIn(&browser)
            let page = try await browser.open(Self.path)
            #expect(page.status == .ok, "\(page.text)")
            let signIns = try table("Sign-ins by provider", of: page)
            #expect(signIns.count == 31 && signIns[0] == ["Day (UTC)", "password"] && signIns[1].last == "1" && signIns[3].last == "2")
            #expect(signIns[2].last == "0")
            let errors = try table("Errors by code", of: page)
            #expect(errors[1].dropFirst().contains("3") && errors[0].contains("INVALID_LOGIN_CREDENTIALS"), "\(errors)")
            #expect(try table("Daily active users", of: page)[1...3].map(\.last) == ["1", "0", "1"])
            #expect(figures(of: page) == ["1", "1", "1"])
            #expect(page.text.contains("<dt>Accounts in this project</dt><dd>1</dd>"))
            #expect(page.text.contains("aria-label=\"Sign-ins by provider from "), "the picture says in words what it shows")
            #expect(page.text.contains("<code>POST /v1/accounts:signInWithPassword</code>"), "\(page.text)")
        }
    }

    @Test func activeUsersAreCountedForTheirPeriodOnly() async throws {
        try await console.run { caller in
            var browser = Browser(caller: caller)
            _ = try await console.setUp(&browser, try await console.makeInvitation())
            for (name, days) in [("ada", 3.0), ("bob", 20), ("cy", 40)] {
                #expect(try await caller.call("accounts:signUp", ["email": "\(name)@example.org", "password": "lovelace"]).status == .ok)
                console.server.clock.advance(bySeconds: 86_400 * days)
            }
            _ = try await console.signIn(&browser)
            #expect(try await figures(of: browser.open(Self.path)) == ["0", "0", "0"])
            for (name, _) in [("ada", 0), ("bob", 0)] {
                let again = ["email": "\(name)@example.org", "password": "lovelace"]
                #expect(try await caller.call("accounts:signInWithPassword", again).status == .ok)
                console.server.clock.advance(bySeconds: 86_400 * 8)
            }
            _ = try await console.signIn(&browser)
            #expect(try await figures(of: browser.open(Self.path)) == ["0", "0", "2"])
        }
    }

    @Test func codesAndProvidersAreShownAsText() async throws {
        let now = console.server.clock.now
        try await console.server.store.write { transaction in
            try transaction.append(
                AuthEvent(
                    at: now, realm: Realm(project: .standard), kind: .signIn, outcome: .refused, method: "<b>provider</b>",
                    reason: "<script>alert(1)</script>"))
            try transaction.append(
                AuthEvent(at: now, realm: Realm(project: .standard), kind: .signIn, outcome: .allowed, method: "oidc.<i>"))
        }
        try await console.run { caller in
            var browser = try await console.owner(caller)
            let page = try await browser.open(Self.path)
            #expect(!page.text.contains("<script>alert") && !page.text.contains("<i>") && !page.text.contains("<b>"), "\(page.text)")
            #expect(page.text.contains("oidc.&lt;i&gt;") && page.text.contains("<bdi>OTHER</bdi>"))
        }
    }

    @Test func usagePageRequiresARole() async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            try await console.make("viewer")
            #expect(try await browser.open(Self.path).status == .ok)
            #expect(try await browser.open("/console/projects/nothing/usage").status == .notFound)
            browser.cookies = [:]
            #expect(try await browser.open(Self.path).headers[.location]?.hasPrefix("/console/sign-in") == true)
        }
    }

    @Test func seriesBeyondTheColoursAreCombined() {
        let day = UTCDay(number: 20_000)
        let counts = Dictionary(uniqueKeysWithValues: (1...9).map { ("p\($0)", [day: $0 * 10]) })
        let plot = DailyPlot("Title", about: "", days: [day.later(-1), day], counts: counts)
        #expect(plot.series.map(\.name) == ["p9", "p8", "p7", "p6", "p5", "other"])
        #expect(plot.series.map(\.total) == [90, 80, 70, 60, 50, 100] && plot.scale == ["500", "250", "0"])
        #expect(plot.rows.map(\.numbers) == [[90, 80, 70, 60, 50, 100], [0, 0, 0, 0, 0, 0]], "the newest day first")
        #expect(plot.rects.allSatisfy { $0.y >= 0 && $0.height > 0 && $0.y + $0.height <= plot.height && $0.x == 20 })
        #expect(zip(plot.rects, plot.rects.dropFirst()).allSatisfy { $0.y == $1.y + $1.height }, "they stand on each other")
        #expect(DailyPlot("Title", about: "", days: [day], counts: ["none": [day: 0]]).isEmpty)
    }

    @Test func quantilesAreAccurateToTwentyPercent() {
        var spread = TimeSpread()
        #expect(spread.milliseconds(of: 0.5) == 0)
        for number in 1...1000 { spread.add(.milliseconds(number)) }
        for (part, expected) in [(0.5, 500.0), (0.95, 950), (0.99, 990), (1, 1000)] {
            let told = spread.milliseconds(of: part)
            #expect(expected...(expected * 1.2) ~= told, "\(part): \(told)")
        }
        spread.add(.seconds(600))
        #expect(spread.milliseconds(of: 1) == 600_000 && spread.count == 1001)
    }

    @Test func pathsWithoutARouteAreNotShown() async throws {
        let times = RequestTimes()
        try await console.run { caller in
            var browser = try await console.owner(caller)
            for number in 0..<3 { _ = try await browser.open("/nothing/\(number)") }
            for method in ["MADEUP", "INVENTED"] { _ = try await caller.send(try #require(HTTPRequest.Method(method)), "/console") }
            let page = try await browser.open(Self.path)
            #expect(!page.text.contains("/nothing") && !page.text.contains("MADEUP"), "\(page.text)")
            #expect(!page.text.contains("/console</code>") && !page.text.contains("<code>GET /assets"), "the calls of apps only")
        }
        times.note(.milliseconds(3), of: .init(method: "GET", path: "/a"), .serverError)
        times.note(.milliseconds(3), of: .init(method: "GET", path: "/a"), .successful)
        times.note(.milliseconds(3), of: .init(method: "", path: nil), .clientError)
        #expect(times.all[.init(method: "", path: nil)]?.times.count == 1)
        let rows = RouteRow.rows([], and: times.notTaken)
        #expect(rows.count == 1 && rows[0].failures == 1 && rows[0].count == 2 && rows[0].nearlyAllLength == 1000)
    }

    @Test func thePeriodIsChosen() async throws {
        try await console.run { caller in
            var browser = try await console.owner(caller)
            #expect(try await caller.call("accounts:signUp", ["email": "ada@example.org", "password": "lovelace"]).status == .ok)
            console.server.clock.advance(bySeconds: 86_400 * 20)
            _ = try await console.signIn(&browser)
            for (days, rows, total) in [("1", 3, 0), ("7", 8, 0), ("30", 31, 1), ("90", 91, 1), ("%3Cscript%3E", 31, 1)] {
                let page = try await browser.open(Self.path + "?days=" + days)
                #expect(page.status == .ok && !page.text.contains("<script>"), "\(days)")
                let shown = rows == 31 ? "30" : days
                #expect(page.text.contains("?days=\(shown)\" aria-current=\"page\""), "\(days): \(page.text)")
                if total == 0 {
                    #expect(page.text.contains("Nothing in the last"), "\(days)")
                } else {
                    let table = try table("Sign-ins by provider", of: page)
                    #expect(table.count == rows && table.dropFirst().compactMap { $0.last.flatMap(Int.init) }.reduce(0, +) == total)
                    #expect(page.text.contains("<title>"), "values under the pointer")
                }
            }
        }
    }

    @Test func latenciesOfAllNodesAreShownForThePeriod() async throws {
        let now = console.server.clock.now
        let (hour, day) = (LatencyPeriod.hour.start(of: now), LatencyPeriod.day.start(of: now))
        try await console.server.store.write { transaction in
            for (period, start, count) in [
                (LatencyPeriod.hour, hour, 1), (.hour, hour.addingTimeInterval(-30 * 3600), 10), (.day, day, 100),
                (.day, day.addingTimeInterval(-20 * 86_400), 1000),
            ] {
                try transaction.add([RouteLatency(period: period, start: start, route: "POST /v1/other", counts: [20: count], failures: 1)])
            }
        }
        try await console.run { caller in
            var browser = try await console.owner(caller)
            for (days, count, failures) in [(1, 1, 1), (7, 100, 1), (30, 1100, 2)] {
                let page = try await browser.open(Self.path + "?days=\(days)")
                let row = page.text.firstMatch(
                    of: /POST \/v1\/other<\/code><\/th><td>(\d+)<\/td><td>([\d.]+)<\/td>.*?<td>(\d+)<\/td><td><svg/)
                #expect(row.map { [String($0.1), String($0.3)] } == [String(count), String(failures)], "\(days): \(page.text)")
                // The twentieth class ends at 0.1 ms times 1.2 to the power of 20.
                #expect(row.map { String($0.2) } == "3.8")
            }
        }
    }

    @Test func latenciesAreStoredOnceAndKeptIfTheStoreFails() async throws {
        let (server, times) = (console.server, RequestTimes())
        let log = LatencyLog(store: server.store, times: times, now: { server.clock.now })
        func stored(_ period: LatencyPeriod) async throws -> [RouteLatency] {
            try await server.store.read { try $0.latencies(by: period, since: Date(timeIntervalSince1970: 0)) }
        }
        for path in [
            "/v1/accounts:signUp", "/identitytoolkit.googleapis.com/v1/accounts:signUp", "/assets/live.js", "/console", "/healthz",
        ] {
            times.note(.milliseconds(3), of: .init(method: "POST", path: path), .serverError)
        }
        let taken = times.take()
        #expect(times.notTaken.isEmpty)
        times.giveBack(taken)
        try await log.save()
        for period in LatencyPeriod.allCases {
            let found = try await stored(period)
            #expect(found.map(\.route) == ["POST /v1/accounts:signUp"] && found.first?.counts.values.reduce(0, +) == 2)
            #expect(found.first?.failures == 2)
        }
        try await log.save()
        #expect(try await stored(.hour).first?.failures == 2, "nothing is stored twice")
        server.clock.advance(bySeconds: 86_400 * 3)
        times.note(.milliseconds(3), of: .init(method: "GET", path: "/sign-in"), .successful)
        try await log.save()
        #expect(try await stored(.hour).map(\.route) == ["GET /sign-in"])
        #expect(try await stored(.day).map(\.route) == ["POST /v1/accounts:signUp", "GET /sign-in"])
    }

    @Test(arguments: [
        (2, ["2024-10-04", "2024-10-05"]),
        (30, ["2024-10-04", "2024-10-09", "2024-10-14", "2024-10-19", "2024-10-23", "2024-10-28", "2024-11-02"]),
    ])
    func daysBelowAPlotHaveAboutTheSameDistance(_ count: Int, _ expected: [String]) {
        #expect(DailyPlot.ticks((0..<count).map { UTCDay(number: 20_000 + $0) }) == expected)
        #expect(DailyPlot.ticks((0..<90).map { UTCDay(number: 20_000 + $0) }).count == 7)
    }
}
