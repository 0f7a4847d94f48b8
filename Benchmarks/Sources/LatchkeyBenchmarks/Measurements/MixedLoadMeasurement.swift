import Foundation

/// Measures ten minutes of a mixed load: whether latencies, memory or files grow over time.
enum MixedLoadMeasurement {
    static let intervals = 60
    static let listeners = 100
    /// The size of the store at the beginning; the page cache of the server has 8 MiB.
    static let filledMebibytes = 64.0
    /// The requests per second of each kind, and the number of connections that send them.
    static let rates = (signUps: 20.0, passwords: 4.0, refreshes: 100.0, lookups: 200.0, writes: 50.0, connections: 4)

    /// The time between two looks at what the machine delays by itself: a fraction of the stalls that matter.
    private static let probeSeconds = 0.025

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
        return MixedLoadReport.section(try measure(setting, server, data: data), seconds: 10 * setting.scale)
    }

    private static func measure(_ setting: Setting, _ server: LatchkeyServer, data: String) throws -> [MixedLoadSample] {
        let interval = 10 * setting.scale
        let total = interval * Double(intervals)
        let accounts = try server.signUp(rates.connections)
        let clock = ContinuousClock.now
        let sockets = try (0..<listeners).map { _ in try Listening.webSocket(server, path: "/news", token: accounts[0].idToken) }
        let subscribers = Subscribers(sockets, since: clock, mark: #""d":"#)
        defer { subscribers.stop() }
        let times = MixedLoadTimes()
        let signUp = try HTTPMessage.post(server.path("accounts:signUp"), json: ["returnSecureToken": true])
        let loads = [
            load(server.port, accounts.map { _ in signUp }, rates.signUps, total, [times.calls]),
            load(server.port, accounts.map(server.refresh), rates.refreshes, total, [times.calls]),
            load(server.port, try accounts.map(server.lookup), rates.lookups, total, [times.calls, times.lookups]),
            load(server.port, try accounts.indices.map(server.passwordSignIn), rates.passwords, total, [times.passwords]),
        ]
        let (id, databasePort, idToken) = (server.program.id, server.databasePort, accounts[0].idToken)
        let start = ContinuousClock.now
        let sampling: @Sendable () throws -> [MixedLoadSample] = {
            try (1...intervals).map { index in
                let end = start.advanced(by: .seconds(interval * Double(index)))
                Thread.sleep(forTimeInterval: max(0, ContinuousClock.now.duration(to: end).inSeconds))
                // As clients do, at least once a minute.
                if index % 3 == 0 { for socket in sockets { try Listening.keepAlive(socket) } }
                times.deliveries.note(try subscribers.take().latencies)
                return MixedLoadSample(latencies: times.next(), memory: try Memory(of: id), files: sizes(data))
            }
        }
        var results = try Threads.run(loads.count + 4) { index -> [MixedLoadSample] in
            switch index {
            case loads.count: try write(HTTPConnection(port: databasePort), subscribers, idToken, seconds: total, times.calls)
            case loads.count + 1: return try sampling()
            case loads.count + 2: try DiskFloor.commit(in: setting.folder, seconds: total, every: probeSeconds, times.disk)
            case loads.count + 3: TimerFloor.sleep(seconds: total, every: probeSeconds, times.timer)
            default:
                if let status = try loads[index].run().firstRefusal {
                    throw BenchmarkFailure("a request was refused with status \(status)")
                }
            }
            return []
        }
        // What ended after the last sample belongs to it.
        times.deliveries.note(try subscribers.take().latencies)
        results[loads.count + 1][intervals - 1].latencies.add(times.next())
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

    private static func load(_ port: Int, _ requests: [[UInt8]], _ perSecond: Double, _ seconds: Double, _ timelines: [Timeline]) -> Load {
        var load = Load(
            port: port, requests: requests, interval: .seconds(Double(requests.count) / perSecond), seconds: seconds)
        load.observe = { latency in for timeline in timelines { timeline.note(latency) } }
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
}
