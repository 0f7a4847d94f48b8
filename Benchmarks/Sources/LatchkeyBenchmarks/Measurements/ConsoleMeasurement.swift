import Foundation

/// Measures the console's pages with a million users and a million leaves, compared with a page that shows neither, and with the requests
/// of PocketBase's dashboard.
enum ConsoleMeasurement {
    private static let fullCount = 1_000_000
    private static let views = 50
    private static let project = "/console/projects/default"

    private struct Views {
        let name: String
        /// The seconds of the first view, and the median and maximum of the following views.
        let first: Double
        let middle: Double
        let slowest: Double
        let bytes: Int
    }

    /// The times that a browser measured, in seconds.
    private struct Browsing: Decodable {
        /// The time until each page was interactive.
        let interactive: [Double]
        /// The time until each keystroke was painted, in the rules editor and in a plain field with the same text.
        let editor: [Double]
        let field: [Double]
    }

    private static let lines = 10_000
    private static let keystrokes = 100

    static func run(_ setting: Setting) async throws -> Section {
        let count = Int(Double(fullCount) * setting.scale)
        let (opening, ours, browsing) = try await latchkey(setting, count)
        return section(
            count, opening: opening, floor: ours[0], ours: Array(ours.dropFirst()), peer: try pocketBase(setting, count), browsing)
    }

    private static func latchkey(_ setting: Setting, _ count: Int) async throws -> (opening: Double, [Views], Browsing) {
        let data = setting.dataFolder("console")
        defer { try? FileManager.default.removeItem(atPath: data) }
        do {
            let server = try LatchkeyServer(setting, data: data)
            defer { server.program.stop() }
            let authorization = try await ServiceAccount.authorization(setting, server, data: data)
            try LargeTreeMeasurement.fill(count, of: server, setting, authorization: authorization)
        }
        let file = try UsersFile(count, in: setting.folder)
        defer { file.remove() }
        try ChildProgram.run(setting.latchkey, file.importing(to: data))
        let server = try LatchkeyServer(setting, data: data)
        defer { server.program.stop() }
        let visit = try ConsoleVisit(setting, server, data: data)
        let pages = [
            ("a page without any of them", "/console/keys"), ("users", project + "/users"),
            ("users, far down the list", project + "/users?after=1600000000000-u5"),
            ("disabled users (there are none)", project + "/users?state=disabled"),
            ("users whose address begins so", project + "/users?q=user9"),
            ("a user", project + "/users/" + UsersFile.uid(count / 2)), ("sign-in methods", project + "/methods"),
            ("apps", project + "/apps"), ("rules", project + "/rules"), ("history", project + "/history"), ("usage", project + "/usage"),
            ("templates", project + "/templates"), ("data", project + "/data"), ("data, a list", project + "/data?path=/lists/list9"),
        ]
        // The server starts to load the database into memory at launch. Earlier requests for data wait until it is loaded.
        let opening = try look("data", visit.connection, visit.get(project + "/data"), times: 2).first
        let views = try pages.map { name, path in try look(name, visit.connection, visit.get(path)) }
        return (opening, views, try browse(pages.map(\.1), setting, server))
    }

    private static func browse(_ pages: [String], _ setting: Setting, _ server: LatchkeyServer) throws -> Browsing {
        struct Input: Encodable {
            let console: String
            let email = ConsoleVisit.email
            let password = ConsoleVisit.password
            let pages: [String]
            let lines = ConsoleMeasurement.lines
            let keystrokes = ConsoleMeasurement.keystrokes
        }
        let input = try JSONEncoder().encode(Input(console: "http://127.0.0.1:\(server.port)/console", pages: pages))
        let printed = try ChildProgram.run(setting.python, [setting.peers + "/console_pages.py"], input: input)
        return try JSONDecoder().decode(Browsing.self, from: Data(printed.utf8))
    }

    private static func pocketBase(_ setting: Setting, _ count: Int) throws -> Views {
        let data = setting.dataFolder("console-pocketbase")
        defer { try? FileManager.default.removeItem(atPath: data) }
        try PocketBase.prepare(setting, data: data)
        try PocketBase.fill(setting, data: data, count: count)
        let server = try PocketBase(setting, data: data)
        defer { server.program.stop() }
        try server.switchRequestLogOff()
        let request = HTTPMessage.get(
            "/api/collections/users/records?page=1&perPage=40&sort=-%40rowid&skipTotal=1",
            headers: ["Authorization": try server.operatorToken()])
        return try look("PocketBase: the list of users, as JSON", try HTTPConnection(port: server.port), request)
    }

    private static func look(
        _ name: String, _ connection: HTTPConnection, _ request: [UInt8], times: Int = views
    ) throws -> Views {
        var seconds: [Double] = []
        var bytes = 0
        for _ in 0..<times {
            let begin = ContinuousClock.now
            bytes = try connection.exchange(request) { status, body in
                guard status == 200 else { throw BenchmarkFailure("“\(name)” was refused with status \(status)") }
                return body.count
            }
            seconds.append(begin.duration(to: .now).inSeconds)
        }
        let rest = seconds.dropFirst().sorted()
        return Views(name: name, first: seconds[0], middle: rest[rest.count / 2], slowest: rest.last ?? 0, bytes: bytes)
    }

    private static func section(
        _ count: Int, opening: Double, floor: Views, ours: [Views], peer: Views, _ browsing: Browsing
    ) -> Section {
        var section = Section(
            title: "The console",
            introduction: """
                Pages of the console with \(Double(count).rate) users and \(Double(count).rate) leaves, asked for one after the other on one \
                kept-alive connection: the first view after the server's start, and the middle and the slowest of \(views - 1) more. The \
                first row is the floor, a page that shows neither users nor data; the last is what PocketBase's dashboard asks its server for. \
                The server reads the database into memory from its start on: requests during this time waited \(opening.time).
                """,
            columns: ["", "first view", "middle", "slowest", "kB"])
        for views in [floor] + ours + [peer] {
            section.rows.append(
                .init(views.name, views.first.time, views.middle.time, views.slowest.time, (Double(views.bytes) / 1000).digits(1)))
        }
        let worst = ours.max { $0.first < $1.first }
        section.goals = [
            .atMost(
                0.05, worst?.first ?? 0, "the first view of every page within 50 ms",
                measured: "\((worst?.first ?? 0).time), \(worst?.name ?? "")"),
            .atMost(
                0.2, browsing.interactive.max() ?? 0, "every page can be used in Chromium within 200 ms",
                measured: "\((browsing.interactive.max() ?? 0).time) for the slowest of \(browsing.interactive.count)"),
            .atMost(
                0.05, median(browsing.editor), "a keystroke in the editor of rules with \(Double(lines).rate) lines drawn within 50 ms",
                measured: "\(median(browsing.editor).time) in the middle; in a plain field \(median(browsing.field).time)"),
        ]
        return section
    }

    private static func median(_ seconds: [Double]) -> Double { seconds.sorted()[seconds.count / 2] }
}
