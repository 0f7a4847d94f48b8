import Foundation

/// Counts the instructions of hot paths and compares them with stored counts, which finds a regression on any machine.
enum InstructionsMeasurement {
    /// Requests before the count begins: they fill caches.
    private static let warmUps = 60
    /// Together with the warm-ups, these are fewer than the 200 denials that `DenialLog` explains at once. With more requests, the speed of
    /// the machine would decide how many denials are explained.
    private static let requests = 120
    private static let listeners = 20
    /// Timers, wake-ups, and the order of threads change a count by less than this.
    private static let tolerance = 0.05

    private static let rules = """
        {"rules": {
            "notes": {"$uid": {".read": "auth !== null && auth.uid === $uid", ".write": "auth !== null && auth.uid === $uid"}},
            "watched": {".read": "auth !== null", ".write": "auth !== null"}
        }}
        """

    /// A server with accounts, as the paths use it.
    private struct Prepared {
        let data: String
        let accounts: [LatchkeyServer.SignedUp]
        var first: LatchkeyServer.SignedUp { accounts[0] }
    }

    /// A path: prepares connections, and returns a function that sends the request of a number.
    private struct Path {
        let name: String
        /// The tokens of the prepared accounts are of another server: its port is part of the issuer.
        let prepare: (LatchkeyServer, Prepared) throws -> (_ number: Int) throws -> Void
    }

    static func run(_ setting: Setting) async throws -> Section {
        let callgrind = try Callgrind(setting)
        let prepared = try await prepare(setting)
        var counts: [(name: String, count: Double)] = []
        counts.append(("start", try callgrind.run(setting, data: prepared.data) { try $1() }))
        for path in paths where setting.only.map({ path.name.contains($0) }) ?? true {
            let count = try callgrind.run(setting, data: prepared.data) { server, takeCount in
                let send = try path.prepare(server, prepared)
                for number in 0..<warmUps { try send(number) }
                _ = try takeCount()
                for number in warmUps..<warmUps + requests { try send(number) }
                return try takeCount()
            }
            counts.append((path.name, count / Double(requests)))
        }
        let file = setting.checkout + "/Benchmarks/instructions.json"
        let stored = (try? JSONDecoder().decode([String: Double].self, from: Data(contentsOf: URL(fileURLWithPath: file)))) ?? [:]
        if setting.records, setting.scale == 1 { try record(counts, over: stored, in: file) }
        return section(counts, stored: stored)
    }

    private static func prepare(_ setting: Setting) async throws -> Prepared {
        let data = setting.dataFolder("instructions")
        let server = try LatchkeyServer(setting, data: data)
        defer { server.program.stop() }
        try await server.keep(rules: rules, setting, data: data)
        try server.allowManySignUps(setting, data: data)
        let connection = try server.connect()
        let accounts = try (0..<warmUps + requests).map { _ in
            try connection.request(HTTPMessage.post(server.path("accounts:signUp"), json: ["returnSecureToken": true]), for: SignedUp.self)
        }
        return Prepared(data: data, accounts: accounts)
    }

    private typealias SignedUp = LatchkeyServer.SignedUp

    private static var paths: [Path] {
        [
            Path(name: "JWKS") { server, _ in
                sender(to: try server.connect()) { _ in HTTPMessage.get("/.well-known/jwks.json") }
            },
            Path(name: "anonymous sign-up") { server, _ in
                let request = try HTTPMessage.post(server.path("accounts:signUp"), json: ["returnSecureToken": true])
                return sender(to: try server.connect()) { _ in request }
            },
            Path(name: "refresh, RS256") { server, prepared in
                let request = server.refresh(prepared.first)
                return sender(to: try server.connect()) { _ in request }
            },
            Path(name: "lookup, known token") { server, prepared in
                let request = try server.lookup(token: try server.newToken(prepared.first))
                return sender(to: try server.connect()) { _ in request }
            },
            Path(name: "lookup, new token") { server, prepared in
                let tokens = try prepared.accounts.map(server.newToken)
                return sender(to: try server.connect()) { try server.lookup(token: tokens[$0]) }
            },
            Path(name: "GET in the database") { server, prepared in
                let request = HTTPMessage.get("/notes/\(prepared.first.localId).json?auth=\(try server.newToken(prepared.first))")
                return sender(to: try HTTPConnection(port: server.databasePort)) { _ in request }
            },
            Path(name: "PUT in the database") { server, prepared in
                let token = try server.newToken(prepared.first)
                return sender(to: try HTTPConnection(port: server.databasePort)) { put("/notes/\(prepared.first.localId)", $0, token) }
            },
            Path(name: "denied PUT") { server, prepared in
                let token = try server.newToken(prepared.first)
                return sender(to: try HTTPConnection(port: server.databasePort), expecting: 401) { put("/notes/another", $0, token) }
            },
            Path(name: "PUT with \(listeners) listeners") { server, prepared in
                let token = try server.newToken(prepared.first)
                let sockets = try (0..<listeners).map { _ in
                    try Listening.webSocket(server, path: "/watched", token: token)
                }
                let subscribers = Subscribers(sockets, since: .now, mark: #""p":"watched""#)
                let connection = try HTTPConnection(port: server.databasePort)
                return { number in
                    // Without a number after it, the mark counts nothing; the subscribers only read.
                    _ = subscribers
                    let status = try connection.exchange(put("/watched", number, token))
                    guard status == 200 else { throw BenchmarkFailure("a write was refused with status \(status)") }
                }
            },
        ]
    }

    private static func put(_ path: String, _ number: Int, _ token: String) -> [UInt8] {
        HTTPMessage.put("\(path).json?auth=\(token)", body: Data(#"{"text":"a note","number":\#(number)}"#.utf8))
    }

    private static func sender(
        to connection: HTTPConnection, expecting expected: Int = 200, _ request: @escaping (Int) throws -> [UInt8]
    ) -> (Int) throws -> Void {
        { number in
            let status = try connection.exchange(try request(number))
            guard status == expected else { throw BenchmarkFailure("status \(status) instead of \(expected)") }
        }
    }

    private static func record(_ counts: [(name: String, count: Double)], over stored: [String: Double], in file: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let all = stored.merging(counts.map { ($0.name, $0.count.rounded()) }) { $1 }
        try (encoder.encode(all) + [0x0a]).write(to: URL(fileURLWithPath: file))
    }

    private static func section(_ counts: [(name: String, count: Double)], stored: [String: Double]) -> Section {
        var section = Section(
            title: "Instructions",
            introduction: """
                Instructions that the server executes for a start, and for a request, counted by valgrind's callgrind: the average of \
                \(requests) requests on one connection, after \(warmUps) that fill caches. The stored counts are in \
                `Benchmarks/instructions.json`; `make bench ARGS="instructions --record"` replaces them. Sign-ups and refreshes sign, a \
                lookup with a new token verifies, a GET and a denied PUT evaluate rules, a PUT with listeners delivers; all decode and \
                encode JSON. A run fails if a path needs 5 % more than stored.
                """,
            columns: ["", "instructions", "stored", "change"], isGuard: true)
        for (name, count) in counts {
            let change = stored[name].map { count / $0 - 1 }
            section.rows.append(
                .init(name, count.rate, stored[name]?.rate ?? "", change.map { ($0 > 0 ? "+" : "") + $0.percent } ?? ""))
            section.goals.append(
                .atMost(
                    tolerance, change ?? .infinity, "\(name): at most 5 % more instructions than stored",
                    measured: change?.percent ?? "no stored count"))
        }
        return section
    }
}
