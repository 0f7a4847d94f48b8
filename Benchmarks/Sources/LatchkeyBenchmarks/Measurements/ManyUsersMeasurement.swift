import Foundation

/// Measures whether a project with a million users responds as fast as one with a thousand, compared with PocketBase.
enum ManyUsersMeasurement {
    private static let fewUsers = 1000
    private static let manyUsers = 1_000_000
    private static let connections = 8
    /// The number of users that each connection looks up in turn, large enough that they do not all fit in one cache.
    private static let askedFor = 5000
    private static let pageSize = 1000

    /// The results of one server.
    private struct Replies {
        let users: Int
        let byID: CostedLoad
        let byEmail: CostedLoad
        let pages: Pages
    }

    /// The time to list all users, in seconds per page of a thousand, for the first and the last twentieth (at least one page).
    struct Pages {
        let first: Double
        let last: Double
    }

    static func run(_ setting: Setting) async throws -> Section {
        let many = max(fewUsers, Int(Double(manyUsers) * setting.scale))
        let ours = try await [fewUsers, many].asyncMap { try await latchkey(setting, users: $0) }
        let theirs = try [fewUsers, many].map { try pocketBase(setting, users: $0) }
        return section(ours: ours, theirs: theirs)
    }

    private static func latchkey(_ setting: Setting, users: Int) async throws -> Replies {
        let data = setting.dataFolder("many-\(users)")
        defer { try? FileManager.default.removeItem(atPath: data) }
        try LatchkeyServer(setting, data: data).program.stop()
        let file = try UsersFile(users, in: setting.folder)
        defer { file.remove() }
        try ChildProgram.run(setting.latchkey, file.importing(to: data))
        let server = try LatchkeyServer(setting, data: data)
        defer { server.program.stop() }
        let authorization = try await ServiceAccount.authorization(setting, server, data: data)
        func lookup(_ input: [String: [String]]) throws -> [UInt8] {
            try HTTPMessage.post("/v1/projects/default/accounts:lookup", json: input, headers: authorization)
        }
        return Replies(
            users: users,
            byID: try load(server.port, server.program, setting, users) { try lookup(["localId": [UsersFile.uid($0)]]) },
            byEmail: try load(server.port, server.program, setting, users) { try lookup(["email": [UsersFile.email($0)]]) },
            pages: try pages(of: try server.connect(), count: users / pageSize) { last in
                let token = try last.flatMap { try JSONDecoder().decode(Page.self, from: $0).nextPageToken }
                let next = token.map { "&nextPageToken=" + $0 } ?? ""
                return HTTPMessage.get("/v1/projects/default/accounts:batchGet?maxResults=\(pageSize)\(next)", headers: authorization)
            })
    }

    private static func pocketBase(_ setting: Setting, users: Int) throws -> Replies {
        let data = setting.dataFolder("many-pocketbase-\(users)")
        defer { try? FileManager.default.removeItem(atPath: data) }
        try PocketBase.prepare(setting, data: data)
        try PocketBase.fill(setting, data: data, count: users)
        let server = try PocketBase(setting, data: data)
        defer { server.program.stop() }
        try server.switchRequestLogOff()
        let authorization = ["Authorization": try server.operatorToken()]
        let records = "/api/collections/users/records"
        var page = 0
        return Replies(
            users: users,
            byID: try load(server.port, server.program, setting, users) {
                HTTPMessage.get(records + "/" + PocketBase.id($0), headers: authorization)
            },
            byEmail: try load(server.port, server.program, setting, users) {
                HTTPMessage.get(
                    records + "?perPage=1&skipTotal=1&filter=email%3D%27\(UsersFile.email($0))%27", headers: authorization)
            },
            pages: try pages(of: try HTTPConnection(port: server.port), count: users / pageSize) { _ in
                page += 1
                return HTTPMessage.get(records + "?perPage=\(pageSize)&skipTotal=1&page=\(page)", headers: authorization)
            })
    }

    private static func load(
        _ port: Int, _ program: ChildProgram, _ setting: Setting, _ users: Int, _ request: (Int) throws -> [UInt8]
    ) throws -> CostedLoad {
        let rounds = try (0..<connections).map { _ in try (0..<askedFor).map { _ in try request(Int.random(in: 0..<users)) } }
        let load = try CostedLoad.run(
            Load(port: port, rounds: rounds, seconds: 4 * setting.scale), against: [program.id], warmUpSeconds: 2 * setting.scale)
        if let status = load.outcome.firstRefusal { throw BenchmarkFailure("a lookup was refused with status \(status)") }
        return load
    }

    private struct Page: Decodable {
        let nextPageToken: String?
    }

    private static func pages(of connection: HTTPConnection, count: Int, _ request: (_ last: Data?) throws -> [UInt8]) throws -> Pages {
        var last: Data?
        var seconds: [Double] = []
        for _ in 0..<max(1, count) {
            let message = try request(last)
            let begin = ContinuousClock.now
            last = try connection.exchange(message) { status, body in
                guard status == 200 else { throw BenchmarkFailure("a page was refused with status \(status)") }
                return Data(body)
            }
            seconds.append(begin.duration(to: .now).inSeconds)
        }
        let part = max(1, seconds.count / 20)
        func median(_ part: ArraySlice<Double>) -> Double { part.sorted()[part.count / 2] }
        return Pages(first: median(seconds.prefix(part)), last: median(seconds.suffix(part)))
    }

    private static func section(ours: [Replies], theirs: [Replies]) -> Section {
        var section = Section(
            title: "Many users",
            introduction: """
                An administrator's calls to a project with \(Double(ours[0].users).rate) users and to one with \(Double(ours[1].users).rate): \
                `accounts:lookup` of users picked at random on \(connections) kept-alive connections, and `accounts:batchGet` through all of \
                them in pages of \(pageSize) on one (the median page of the first and of the last twentieth). PocketBase (request log off) is \
                asked for records by id, by a filter on the address, and page by page.
                """,
            columns: [
                "", "by id, a second", "server CPU", "99 %", "by e-mail, a second", "server CPU", "99 %", "first pages", "last pages",
            ])
        for (name, replies) in [("Latchkey", ours), ("PocketBase", theirs)] {
            for one in replies {
                section.rows.append(
                    .init(
                        "\(name), \(Double(one.users).rate) users", one.byID.outcome.perSecond.rate,
                        one.byID.serverCPUSecondsPerRequest.time,
                        one.byID.outcome.quantile(0.99).time, one.byEmail.outcome.perSecond.rate,
                        one.byEmail.serverCPUSecondsPerRequest.time, one.byEmail.outcome.quantile(0.99).time, one.pages.first.time,
                        one.pages.last.time))
            }
        }
        func times(_ value: Double) -> String { "\(value.digits(2)) times" }
        let id = ours[0].byID.outcome.perSecond / ours[1].byID.outcome.perSecond
        let email = ours[0].byEmail.outcome.perSecond / ours[1].byEmail.outcome.perSecond
        let pages = ours[1].pages.last / ours[1].pages.first
        let peer = theirs[1].pages.last / theirs[1].pages.first
        section.goals = [
            .atMost(1.5, id, "lookup by id with all users within 1.5 times the time with a thousand", measured: times(id)),
            .atMost(1.5, email, "lookup by e-mail with all users within 1.5 times the time with a thousand", measured: times(email)),
            .atMost(
                1.2, pages, "the last page of all users costs what the first does, within a fifth",
                measured: "\(times(pages)); PocketBase, which counts from the first: \(times(peer))"),
        ]
        return section
    }
}

extension Sequence {
    fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
        var results: [T] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
