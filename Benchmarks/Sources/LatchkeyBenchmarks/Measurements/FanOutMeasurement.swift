import Foundation

/// Measures the cost, rate, and latency of deliveries from one writer to a thousand listeners.
enum FanOutMeasurement {
    static let listeners = 1000
    /// The number of writes with deliveries in flight.
    private static let window = 8
    static let pacedWritesPerSecond = 10.0
    private static let text = "The Analytical Engine weaves algebraical patterns."

    struct Outcome {
        var perSecond = 0.0
        var serverCPU = 0.0
        /// The processor time of a delivery of the paced writes.
        var pacedCPU = 0.0
        var generatorShare = 0.0
        /// The latencies of the paced writes, sorted.
        var latencies: [Double] = []

        func quantile(_ share: Double) -> Double { latencies[min(latencies.count - 1, Int(Double(latencies.count) * share))] }
    }

    static let rules = """
        {"rules": {"notes": {
            ".read": "auth !== null",
            "$id": {".write": "auth !== null && newData.child('owner').val() === auth.uid"}
        }}}
        """

    static func run(_ setting: Setting) async throws -> Section {
        section(
            socket: try await latchkey(setting, "socket") { try Listening.webSocket($0, path: "/notes", token: $1) },
            events: try await latchkey(setting, "events") { try Listening.events($0, path: "/notes", token: $1) },
            theirs: try pocketBase(setting))
    }

    private static func latchkey(
        _ setting: Setting, _ name: String, _ listen: (LatchkeyServer, String) throws -> Int32
    ) async throws -> Outcome {
        let data = setting.dataFolder("fan-out-\(name)")
        let server = try LatchkeyServer(setting, data: data)
        defer { server.program.stop() }
        try await server.keep(rules: rules, setting, data: data)
        let person = try server.signUp(1)[0]
        return try measure(setting, [server], by: person, try (0..<listeners).map { _ in try listen(server, person.idToken) })
    }

    /// Measures deliveries of notes that a person adds at the first server.
    static func measure(
        _ setting: Setting, _ servers: [LatchkeyServer], by person: LatchkeyServer.SignedUp, _ sockets: [Int32]
    ) throws -> Outcome {
        let connection = try HTTPConnection(port: servers[0].databasePort)
        return try measure(setting, servers.map(\.program), sockets) { at in
            let body = try JSONEncoder().encode(Note(owner: person.localId, text: text, at: at))
            return try connection.exchange(HTTPMessage.post("/notes.json?auth=\(person.idToken)", body: body))
        }
    }

    private static func pocketBase(_ setting: Setting) throws -> Outcome {
        let data = setting.dataFolder("fan-out-pocketbase")
        try PocketBase.prepare(setting, data: data)
        let server = try PocketBase(setting, data: data)
        defer { server.program.stop() }
        try server.switchRequestLogOff()
        try server.makeNotes()
        let person = try server.signUp(1)[0]
        let connection = try HTTPConnection(port: server.port)
        let sockets = try (0..<listeners).map { _ in try Listening.records(server, collection: "notes/*", token: person.token) }
        return try measure(setting, [server.program], sockets) { at in
            try connection.exchange(
                HTTPMessage.post(
                    "/api/collections/notes/records", json: Note(owner: person.record.id, text: text, at: at),
                    headers: ["Authorization": person.token]))
        }
    }

    private static func measure(
        _ setting: Setting, _ programs: [ChildProgram], _ sockets: [Int32], _ write: (_ at: Double) throws -> Int
    ) throws -> Outcome {
        func cpu() throws -> Double { try programs.map { try CPUTime.of($0.id) }.reduce(0, +) }
        let begin = ContinuousClock.now
        let subscribers = Subscribers(sockets, since: begin)
        defer { subscribers.stop() }
        func writeOnce() throws {
            let status = try write(subscribers.now)
            guard (200..<300).contains(status) else { throw BenchmarkFailure("a write was refused with status \(status)") }
        }
        try writeOnce()
        try subscribers.wait(for: listeners, seconds: 20)
        _ = try subscribers.take()

        // Writes as fast as deliveries arrive.
        var outcome = Outcome()
        let start = ContinuousClock.now
        let (server, generator) = (try cpu(), CPUTime.ofThisProcess)
        var writes = 0
        while start.duration(to: .now).inSeconds < 5 * setting.scale {
            try subscribers.wait(for: (writes - window) * listeners, seconds: 20)
            try writeOnce()
            writes += 1
        }
        try subscribers.wait(for: writes * listeners, seconds: 20)
        let seconds = start.duration(to: .now).inSeconds
        let deliveries = Double(try subscribers.take().deliveries)
        outcome.perSecond = deliveries / seconds
        outcome.serverCPU = (try cpu() - server) / deliveries
        outcome.generatorShare = (CPUTime.ofThisProcess - generator) / (seconds * Double(Machine.coreCount))

        // Writes at a pace below the maximum rate.
        let pacedWrites = max(5, Int(50 * setting.scale))
        let pacedBegin = try cpu()
        let pace = ContinuousClock.now
        for index in 0..<pacedWrites {
            let planned = pace.advanced(by: .seconds(Double(index) / pacedWritesPerSecond))
            Thread.sleep(forTimeInterval: max(0, ContinuousClock.now.duration(to: planned).inSeconds))
            try writeOnce()
        }
        try subscribers.wait(for: pacedWrites * listeners, seconds: 20)
        outcome.pacedCPU = (try cpu() - pacedBegin) / Double(pacedWrites * listeners)
        outcome.latencies = try subscribers.take().latencies.sorted()
        return outcome
    }

    private static func section(socket: Outcome, events: Outcome, theirs: Outcome) -> Section {
        var section = Section(
            title: "Fan-out",
            introduction: """
                \(listeners) connections listen to one list that grows, each guarded by a rule, and one writer adds to it: as fast as the \
                deliveries of all but \(window) writes have come, and then \(Int(pacedWritesPerSecond)) times a second for the delays \
                (from before the write to the last byte read by the same program). One reader for all servers.
                """,
            columns: ["", "deliveries a second", "server CPU each", "median delay", "99 %", "generator's share of the machine"])
        for (name, outcome) in [("Latchkey, web socket", socket), ("Latchkey, events", events), ("PocketBase, events", theirs)] {
            section.rows.append(
                .init(
                    name, outcome.perSecond.rate, outcome.serverCPU.time, outcome.quantile(0.5).time, outcome.quantile(0.99).time,
                    outcome.generatorShare.percent))
        }
        let most = max(socket.serverCPU, events.serverCPU)
        let ratio = min(socket.perSecond, events.perSecond) / theirs.perSecond
        let delay = max(socket.quantile(0.99), events.quantile(0.99))
        section.goals = [
            .atMost(10e-6, most, "a delivery to one of 1,000 listeners for less than 10 µs of server CPU", measured: most.time),
            .atLeast(5, ratio, "5 times as many deliveries a second as PocketBase", measured: "\(ratio.digits(2)) times"),
            .atMost(0.05, delay, "the 99th percentile of delays below 50 ms", measured: delay.time),
        ]
        return section
    }
}
