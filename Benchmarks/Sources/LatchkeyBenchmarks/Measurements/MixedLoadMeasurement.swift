import Foundation

/// Measures ten minutes of a mixed load: whether latencies, memory or files grow over time.
enum MixedLoadMeasurement {
    private static let intervals = 60
    private static let listeners = 100
    private static let stallSeconds = 0.25
    private static let growthMebibytes = 3.0
    /// The size of the store at the beginning; the page cache of the server has 8 MiB.
    private static let filledMebibytes = 64.0
    /// The requests per second of each kind, and the number of connections that send them.
    private static let rates = (signUps: 20.0, passwords: 4.0, refreshes: 100.0, lookups: 200.0, writes: 50.0, connections: 4)

    /// What is known at the end of an interval.
    private struct Sample: Sendable {
        var calls: Timeline.Interval
        var passwords: Timeline.Interval
        var deliveries: Timeline.Interval
        let memory: Memory
        /// The sizes of the files of accounts and databases, in MiB.
        let files: (data: Double, log: Double)

        mutating func add(_ calls: Timeline.Interval, _ passwords: Timeline.Interval, _ deliveries: Timeline.Interval) {
            self.calls.add(calls)
            self.passwords.add(passwords)
            self.deliveries.add(deliveries)
        }
    }

    private static let rules = """
        {"rules": {"news": {".read": "auth !== null", "$place": {".write": "auth !== null"}}}}
        """

    static func run(_ setting: Setting) async throws -> Section {
        let data = setting.dataFolder("mixed-load")
        let server = try LatchkeyServer(setting, data: data)
        defer { server.program.stop() }
        try server.allowManySignUps(setting, data: data)
        try await server.keep(rules: rules, setting, data: data)
        try fillPageCache(server, data: data)
        return section(try measure(setting, server, data: data), seconds: 10 * setting.scale)
    }

    private static func measure(_ setting: Setting, _ server: LatchkeyServer, data: String) throws -> [Sample] {
        let interval = 10 * setting.scale
        let total = interval * Double(intervals)
        let accounts = try server.signUp(rates.connections)
        let clock = ContinuousClock.now
        let sockets = try (0..<listeners).map { _ in try Listening.webSocket(server, path: "/news", token: accounts[0].idToken) }
        let subscribers = Subscribers(sockets, since: clock, mark: #""d":"#)
        defer { subscribers.stop() }
        let (calls, passwords) = (Timeline(), Timeline())
        let signUp = try HTTPMessage.post(server.path("accounts:signUp"), json: ["returnSecureToken": true])
        let loads = [
            load(server.port, accounts.map { _ in signUp }, rates.signUps, total, calls),
            load(server.port, accounts.map(server.refresh), rates.refreshes, total, calls),
            load(server.port, try accounts.map(server.lookup), rates.lookups, total, calls),
            load(server.port, try accounts.indices.map(server.passwordSignIn), rates.passwords, total, passwords),
        ]
        let (id, databasePort, idToken) = (server.program.id, server.databasePort, accounts[0].idToken)
        let start = ContinuousClock.now
        let sampling: @Sendable () throws -> [Sample] = {
            try (1...intervals).map { index in
                let end = start.advanced(by: .seconds(interval * Double(index)))
                Thread.sleep(forTimeInterval: max(0, ContinuousClock.now.duration(to: end).inSeconds))
                // As clients do, at least once a minute.
                if index % 3 == 0 { for socket in sockets { try Listening.keepAlive(socket) } }
                let deliveries = Timeline()
                deliveries.note(try subscribers.take().latencies)
                return Sample(
                    calls: calls.next(), passwords: passwords.next(), deliveries: deliveries.next(),
                    memory: try Memory(of: id), files: sizes(data))
            }
        }
        var results = try Threads.run(loads.count + 2) { index -> [Sample] in
            switch index {
            case loads.count: try write(HTTPConnection(port: databasePort), subscribers, idToken, seconds: total, calls)
            case loads.count + 1: return try sampling()
            default:
                if let status = try loads[index].run().firstRefusal {
                    throw BenchmarkFailure("a request was refused with status \(status)")
                }
            }
            return []
        }
        // What ended after the last sample belongs to it.
        let deliveries = Timeline()
        deliveries.note(try subscribers.take().latencies)
        results[loads.count + 1][intervals - 1].add(calls.next(), passwords.next(), deliveries.next())
        return results.flatMap(\.self)
    }

    /// Creates accounts at the full rate until the store is larger than SQLite's page cache, which would otherwise grow during the
    /// measurement.
    private static func fillPageCache(_ server: LatchkeyServer, data: String) throws {
        let signUp = try HTTPMessage.post(server.path("accounts:signUp"), json: ["returnSecureToken": true])
        let load = Load(port: server.port, requests: .init(repeating: signUp, count: 32), seconds: 1)
        while sizes(data).data < filledMebibytes {
            if let status = try load.run().firstRefusal { throw BenchmarkFailure("a sign-up was refused with status \(status)") }
        }
    }

    private static func load(_ port: Int, _ requests: [[UInt8]], _ perSecond: Double, _ seconds: Double, _ timeline: Timeline) -> Load {
        var load = Load(
            port: port, requests: requests, interval: .seconds(Double(requests.count) / perSecond), seconds: seconds)
        load.observe = { timeline.note($0) }
        return load
    }

    /// Writes the time to places of a list that all listeners follow. Its size is bounded, so that each change is a small event.
    private static func write(
        _ connection: HTTPConnection, _ subscribers: Subscribers, _ token: String, seconds: Double, _ timeline: Timeline
    ) throws {
        let begin = ContinuousClock.now
        for turn in 0..<Int(seconds * rates.writes) {
            let planned = begin.advanced(by: .seconds(Double(turn) / rates.writes))
            Thread.sleep(forTimeInterval: max(0, ContinuousClock.now.duration(to: planned).inSeconds))
            let body = Data(String(Int(subscribers.now)).utf8)
            let status = try connection.exchange(HTTPMessage.put("/news/n\(turn % 100).json?auth=\(token)", body: body))
            guard status == 200 else { throw BenchmarkFailure("a write was refused with status \(status)") }
            timeline.note(planned.duration(to: .now).inSeconds)
        }
    }

    private static func sizes(_ folder: String) -> (data: Double, log: Double) {
        var sizes = (data: 0.0, log: 0.0)
        for name in (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? [] {
            let attributes = try? FileManager.default.attributesOfItem(atPath: folder + "/" + name)
            let mebibytes = Double((attributes?[.size] as? Int) ?? 0) / 1_048_576
            if name.hasSuffix("-wal") { sizes.log += mebibytes } else { sizes.data += mebibytes }
        }
        return sizes
    }

    private static func section(_ samples: [Sample], seconds: Double) -> Section {
        var section = Section(
            title: "A mixed load over time",
            introduction: """
                \(intervals) intervals of \(seconds.digits(0)) s. Each second: \(rates.signUps.digits(0)) anonymous sign-ups, \
                \(rates.passwords.digits(0)) sign-ins with a password, \(rates.refreshes.digits(0)) refreshes, \(rates.lookups.digits(0)) lookups \
                and \(rates.writes.digits(0)) writes that \(listeners) listeners follow. A latency counts from the time at which the request \
                was due, that of a delivery from its write. Sign-ins with a password are shown separately, because hashing has a queue of its own. \
                The server has created accounts at its full rate before, until its files had \(filledMebibytes.digits(0)) MiB, because the \
                memory of a new server grows until SQLite's page cache of 8 MiB is full.
                """,
            columns: ["after", "p50", "p99", "p99.9", "longest", "password p99", "delivery p99", "resident", "anonymous", "files", "logs"])
        func mebibytes(_ value: Double) -> String { value.digits(1) + " MiB" }
        for (index, sample) in samples.enumerated() where (index + 1) % 6 == 0 {
            section.rows.append(
                .init(
                    (Double(index + 1) * seconds).time, sample.calls.quantile(0.5).time, sample.calls.quantile(0.99).time,
                    sample.calls.quantile(0.999).time, sample.calls.quantile(1).time, sample.passwords.quantile(0.99).time,
                    sample.deliveries.quantile(0.99).time, mebibytes(sample.memory.resident), mebibytes(sample.memory.anonymous),
                    mebibytes(sample.files.data), mebibytes(sample.files.log)))
        }
        let longest = samples.map { $0.calls.quantile(1) }.filter(\.isFinite).max() ?? .nan
        let end = Double((samples.firstIndex { $0.calls.quantile(1) == longest } ?? 0) + 1) * seconds
        let early = samples.dropFirst(12).prefix(6).map(\.memory.anonymous).max() ?? 0
        let late = samples.suffix(6).map(\.memory.anonymous).max() ?? 0
        section.goals = [
            .atMost(
                stallSeconds, longest, "no stall above 250 ms outside of the password queue",
                measured: "\(longest.time), in the interval that ended after \(end.time)"),
            .atMost(
                growthMebibytes, late - early, "anonymous memory in the last minute at most 3 MiB above the third minute",
                measured: "\(mebibytes(early)), then \(mebibytes(late))"),
        ]
        section.image = .init(name: "mixed-load", text: Plot.document(plots(samples), seconds: seconds))
        return section
    }

    private static func plots(_ samples: [Sample]) -> [Plot] {
        func calls(_ share: Double) -> [Double] { samples.map { $0.calls.quantile(share) * 1000 } }
        return [
            Plot(
                title: "Latency of calls and writes", unit: "ms",
                lines: [
                    .init(name: "p50", values: calls(0.5)), .init(name: "p99", values: calls(0.99)),
                    .init(name: "p99.9", values: calls(0.999)), .init(name: "longest", values: calls(1)),
                ], isLogarithmic: true),
            Plot(
                title: "Latency of password sign-ins and deliveries", unit: "ms",
                lines: [
                    .init(name: "password p50", values: samples.map { $0.passwords.quantile(0.5) * 1000 }),
                    .init(name: "password p99", values: samples.map { $0.passwords.quantile(0.99) * 1000 }),
                    .init(name: "delivery p99", values: samples.map { $0.deliveries.quantile(0.99) * 1000 }),
                ], isLogarithmic: true),
            Plot(
                title: "Memory of the server", unit: "MiB",
                lines: [
                    .init(name: "resident", values: samples.map(\.memory.resident)),
                    .init(name: "anonymous", values: samples.map(\.memory.anonymous)),
                ]),
            Plot(
                title: "Files", unit: "MiB",
                lines: [
                    .init(name: "data", values: samples.map(\.files.data)),
                    .init(name: "write-ahead logs", values: samples.map(\.files.log)),
                ]),
        ]
    }
}
