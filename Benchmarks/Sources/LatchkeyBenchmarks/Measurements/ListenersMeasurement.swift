import Foundation

/// Measures what many idle listeners cost, and whether they delay a sign-in.
enum ListenersMeasurement {
    private static let fullCount = 18_000
    /// The listeners of the place that changes.
    private static let changing = 1000
    private static let fullSeconds = 30.0

    private struct Outcome {
        let count: Int
        let connecting: Double
        let before: Memory
        let after: Memory
        let left: Int
        let deliveries: Int
        let delays: [Double]
        /// The share of one core.
        let serverCPU: Double
        let signInsBefore: [Double]
        let signInsMeanwhile: [Double]

        var bytesEach: Double { (after.anonymous - before.anonymous) * 1_048_576 / Double(count) }
    }

    private static let rules = """
        {"rules": {"$place": {".read": "auth !== null", ".write": "auth !== null"}}}
        """

    static func run(_ setting: Setting) async throws -> Section {
        let data = setting.dataFolder("listeners")
        let server = try LatchkeyServer(setting, data: data)
        defer { server.program.stop() }
        try await server.keep(rules: rules, setting, data: data)
        return section(try measure(setting, server))
    }

    private static func measure(_ setting: Setting, _ server: LatchkeyServer) throws -> Outcome {
        let count = min(max(2 * changing, Int(Double(fullCount) * setting.scale)), OpenFiles.raisingLimit() - 1000)
        let person = try server.signUp(1)[0]
        let signIn = try server.passwordSignIn(0)
        func timeOfSignIn(_ page: HTTPConnection) throws -> Double {
            let start = ContinuousClock.now
            guard try page.exchange(signIn) == 200 else { throw BenchmarkFailure("a sign-in was refused") }
            return start.duration(to: .now).inSeconds
        }
        let rounds = max(5, Int(fullSeconds * setting.scale))
        let pageBefore = try server.connect()
        let signInsBefore = try (0..<rounds).map { _ in try timeOfSignIn(pageBefore) }

        let before = try Memory(of: server.program.id)
        let socketsBefore = try Sockets.count(of: server.program.id)
        let start = ContinuousClock.now
        let sockets = try (0..<count).map {
            try Listening.webSocket(server, path: $0 < changing ? "/changing" : "/idle", token: person.idToken)
        }
        let connecting = start.duration(to: .now).inSeconds
        let subscribers = Subscribers(sockets, since: start)
        defer { subscribers.stop() }
        let after = try Memory(of: server.program.id)

        // The server closes a connection that is idle for 30 s, and the listeners may take longer to connect.
        let page = try server.connect()
        let writer = try HTTPConnection(port: server.databasePort)
        let cpu = try CPUTime.of(server.program.id)
        let begin = ContinuousClock.now
        var signIns: [Double] = []
        for round in 0..<rounds {
            let body = Data(#"{"at":\#(Int(subscribers.now))}"#.utf8)
            let status = try writer.exchange(HTTPMessage.post("/changing.json?auth=\(person.idToken)", body: body))
            guard status == 200 else { throw BenchmarkFailure("a write was refused with status \(status)") }
            signIns.append(try timeOfSignIn(page))
            // As clients do, at least once a minute.
            if round == rounds / 2 { for socket in sockets { try Listening.keepAlive(socket) } }
            let next = begin.advanced(by: .seconds(round + 1))
            Thread.sleep(forTimeInterval: max(0, ContinuousClock.now.duration(to: next).inSeconds))
        }
        try subscribers.wait(for: rounds * changing, seconds: 20)
        let seconds = begin.duration(to: .now).inSeconds
        let used = try CPUTime.of(server.program.id) - cpu
        let delivered = try subscribers.take()
        return Outcome(
            count: count, connecting: connecting, before: before, after: after,
            left: try Sockets.count(of: server.program.id) - socketsBefore, deliveries: delivered.deliveries,
            delays: delivered.latencies.sorted(), serverCPU: used / seconds, signInsBefore: signInsBefore.sorted(),
            signInsMeanwhile: signIns.sorted())
    }

    private static func section(_ outcome: Outcome) -> Section {
        let delay = outcome.delays[min(outcome.delays.count - 1, Int(Double(outcome.delays.count) * 0.99))]
        let (alone, meanwhile) = (outcome.signInsBefore, outcome.signInsMeanwhile)
        var section = Section(
            title: "Idle listeners",
            introduction: """
                Web sockets of signed-in clients, each with a listener, connected one after the other by one program. \(changing) of them listen to a place that changes once a second; \
                beside that, one sign-in with a password a second.
                """,
            columns: [
                "", "connected in", "memory each", "resident before, after", "CPU of one core", "99 % of delays",
                "sign-in alone, median, longest", "sign-in meanwhile, median, longest",
            ])
        section.rows = [
            .init(
                "\(Double(outcome.count).rate) listeners", outcome.connecting.time, (outcome.bytesEach / 1000).digits(1) + " kB",
                "\(outcome.before.resident.digits(0)), \(outcome.after.resident.digits(0)) MiB", outcome.serverCPU.percent, delay.time,
                "\(alone[alone.count / 2].time), \(alone[alone.count - 1].time)",
                "\(meanwhile[meanwhile.count / 2].time), \(meanwhile[meanwhile.count - 1].time)")
        ]
        // The writer's own connection may be among the open sockets.
        let lost = max(0, outcome.count - outcome.left)
        section.goals = [
            .atMost(0, Double(lost), "no listener is lost", measured: "\(lost) lost"),
            .atMost(
                15_000, outcome.bytesEach, "a signed-in client with an idle listener in at most 15 kB of memory",
                measured: "\((outcome.bytesEach / 1000).digits(1)) kB"),
            .atMost(
                2, meanwhile[meanwhile.count / 2] / alone[alone.count / 2], "a sign-in takes at most twice as long meanwhile",
                measured: "\((meanwhile[meanwhile.count / 2] / alone[alone.count / 2]).digits(2)) times"),
        ]
        return section
    }
}
