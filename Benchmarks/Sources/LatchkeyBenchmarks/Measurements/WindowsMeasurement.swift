import Foundation

/// Measures the cost of a write if many listeners query the last fifty children of a part of a long list. The cost should depend on the
/// windows that the write touches, not on the number of listeners or the length of the list.
enum WindowsMeasurement {
    private static let windowSize = 50
    private static let writes = 400

    private struct Case {
        let children: Int
        let listeners: Int
        /// The server's processor time per write, in seconds, by the number of windows that it touches.
        var costs: [(touched: Int, seconds: Double)] = []
    }

    private static let rules = """
        {"rules": {"scores": {".read": "auth !== null", ".write": "auth !== null", ".indexOn": ["at"]}}}
        """

    static func run(_ setting: Setting) async throws -> Section {
        var cases: [Case] = []
        for (children, listeners) in [(1000, 10), (100_000, 10), (100_000, 1000)] {
            cases.append(try await measure(setting, children: children, listeners: listeners))
        }
        return section(cases)
    }

    /// Returns the key at an index, in key order.
    private static func key(_ index: Int) -> String {
        "k" + String(1_000_000 + index)
    }

    private static func measure(_ setting: Setting, children: Int, listeners: Int) async throws -> Case {
        let data = setting.dataFolder("windows-\(children)-\(listeners)")
        let server = try LatchkeyServer(setting, data: data)
        defer { server.program.stop() }
        try await server.keep(rules: rules, setting, data: data)
        let person = try server.signUp(1)[0]
        let connection = try HTTPConnection(port: server.databasePort)
        let list = (0..<children).map { #""\#(key($0))":{"points":\#($0)}"# }.joined(separator: ",")
        let put = HTTPMessage.put("/scores.json?print=silent&auth=\(person.idToken)", body: Data("{\(list)}".utf8))
        guard try connection.exchange(put) == 204 else { throw BenchmarkFailure("the list was refused") }

        // Half of the listeners query separate parts of the list; the other half query its end.
        let step = children / listeners
        let sockets = try (0..<listeners).map { index in
            let end = index.isMultiple(of: 2) ? #","ep":"\#(key((index + 1) * step - 1))""# : ""
            return try Listening.webSocket(
                server, path: "/scores", query: #"{"i":".key"\#(end),"l":\#(windowSize),"vf":"r"}"#, token: person.idToken)
        }
        let subscribers = Subscribers(sockets, since: .now)
        defer { subscribers.stop() }
        var measured = Case(children: children, listeners: listeners)
        for (touched, child) in [(0, 0), (1, step - 1), (listeners / 2, children - 1)] {
            measured.costs.append((touched, try cost(server, connection, person, child, touched, subscribers)))
        }
        return measured
    }

    private static func cost(
        _ server: LatchkeyServer, _ connection: HTTPConnection, _ person: LatchkeyServer.SignedUp, _ child: Int, _ touched: Int,
        _ subscribers: Subscribers
    ) throws -> Double {
        let begin = try CPUTime.of(server.program.id)
        for _ in 0..<writes {
            let body = Data(#"{"at":\#(Int(subscribers.now))}"#.utf8)
            let status = try connection.exchange(
                HTTPMessage.put("/scores/\(key(child)).json?print=silent&auth=\(person.idToken)", body: body))
            guard status == 204 else { throw BenchmarkFailure("a write was refused with status \(status)") }
        }
        return (try CPUTime.of(server.program.id) - begin) / Double(writes)
    }

    private static func section(_ cases: [Case]) -> Section {
        var section = Section(
            title: "Filtered listeners",
            introduction: """
                `limitToLast(\(windowSize))` on one list: half of the listeners end at a key of their own, the others look at the end of the \
                list. A write changes a child that no listener sees, that one sees, or that half of them see; server CPU of a durable \
                `PUT` over REST with all that follows, \(writes) writes each.
                """,
            columns: ["", "touches none", "touches one", "touches half"])
        for one in cases {
            section.rows.append(
                .init(
                    "\(one.listeners.grouped) listeners, \(one.children.grouped) children", one.costs[0].seconds.time,
                    one.costs[1].seconds.time, one.costs[2].seconds.time))
        }
        let byListeners = cases[2].costs[1].seconds / cases[1].costs[1].seconds
        let byChildren = cases[1].costs[1].seconds / cases[0].costs[1].seconds
        section.goals = [
            .atMost(
                1.5, byListeners, "a write that touches one window costs with 1,000 listeners what it does with 10, within a half",
                measured: "\(byListeners.digits(2)) times"),
            .atMost(
                1.5, byChildren, "and with 100,000 children what it does with 1,000", measured: "\(byChildren.digits(2)) times"),
        ]
        return section
    }
}
