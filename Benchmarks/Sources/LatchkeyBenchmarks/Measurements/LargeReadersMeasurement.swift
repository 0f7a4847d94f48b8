import Foundation

/// Measures the effect on sign-ins of clients that read a large node repeatedly.
enum LargeReadersMeasurement {
    private static let readers = 20
    private static let leaves = 76_200
    private static let leafText = String(repeating: "weaves algebraical patterns ", count: 4)

    /// The latencies of one user, sorted, in seconds.
    struct Waits: Sendable {
        var signIns: [Double] = []
        var refreshes: [Double] = []
    }

    static func run(_ setting: Setting) async throws -> Section {
        let data = setting.dataFolder("large-readers")
        let server = try LatchkeyServer(setting, data: data)
        defer { server.program.stop() }
        let person = try server.signUp(1)[0]
        let place = "/users/\(person.localId)/large"
        let byteCount = try await LargeNode.put(
            leaves, of: leafText, at: place, server, authorization: try await server.authorization(setting, data: data))
        let read = HTTPMessage.get("\(place).json?auth=\(person.idToken)")

        _ = try waits(server, person, seconds: 2 * setting.scale)
        let idle = try waits(server, person, seconds: 20 * setting.scale)
        let bytes = try BytesServer(byteCount)
        let floor = try beside(bytes.port, read, setting) { try waits(server, person, seconds: 20 * setting.scale) }
        let loaded = try beside(server.databasePort, read, setting) { try waits(server, person, seconds: 40 * setting.scale) }
        return section(byteCount, idle: idle, floor: floor, loaded: loaded)
    }

    /// Measures the latencies of one user that repeatedly signs in, refreshes and pauses briefly.
    private static func waits(_ server: LatchkeyServer, _ person: LatchkeyServer.SignedUp, seconds: Double) throws -> Waits {
        let connection = try server.connect()
        let (signIn, refresh) = (try server.passwordSignIn(0), server.refresh(person))
        func time(_ request: [UInt8]) throws -> Double {
            let begin = ContinuousClock.now
            let status = try connection.exchange(request)
            guard status == 200 else { throw BenchmarkFailure("a person was refused with status \(status)") }
            return begin.duration(to: .now).inSeconds
        }
        var waits = Waits()
        let begin = ContinuousClock.now
        while begin.duration(to: .now).inSeconds < seconds {
            waits.signIns.append(try time(signIn))
            // Refreshes are short, so more of them are measured.
            for _ in 0..<4 { waits.refreshes.append(try time(refresh)) }
            Thread.sleep(forTimeInterval: 0.02)
        }
        waits.signIns.sort()
        waits.refreshes.sort()
        return waits
    }

    /// Runs `work` while the readers read, and returns its result with the readers' responses per second.
    private static func beside(
        _ port: Int, _ read: [UInt8], _ setting: Setting, _ work: () throws -> Waits
    ) throws -> (waits: Waits, answersPerSecond: Double) {
        let readers = RepeatedReaders(readers, port: port, read)
        defer { readers.stop() }
        try readers.wait(for: 1, seconds: 60)
        let (before, begin) = (readers.replies, ContinuousClock.now)
        let waits = try work()
        let seconds = begin.duration(to: .now).inSeconds
        return (waits, Double(readers.replies - before) / seconds)
    }

    private static func section(
        _ byteCount: Int, idle: Waits, floor: (waits: Waits, answersPerSecond: Double), loaded: (waits: Waits, answersPerSecond: Double)
    ) -> Section {
        var section = Section(
            title: "Large readers",
            introduction: """
                One person signs in with a password and refreshes, over and over, alone and while \(readers) clients read a node of \
                \((Double(byteCount) / 1e6).digits(1)) MB each, again and again. The floor is the same while those clients get as many bytes \
                from a program that only sends them.
                """,
            columns: ["", "sign-in, median", "99 %", "refresh, median", "99 %", "large answers a second"])
        func quantile(_ times: [Double], _ share: Double) -> Double {
            times.isEmpty ? .nan : times[min(times.count - 1, Int(Double(times.count) * share))]
        }
        func row(_ name: String, _ waits: Waits, _ rate: String) {
            section.rows.append(
                .init(
                    name, quantile(waits.signIns, 0.5).time, quantile(waits.signIns, 0.99).time, quantile(waits.refreshes, 0.5).time,
                    quantile(waits.refreshes, 0.99).time, rate))
        }
        row("no reader", idle, "")
        row("floor: a program that only sends bytes", floor.waits, floor.answersPerSecond.rate)
        row("\(readers) clients read", loaded.waits, loaded.answersPerSecond.rate)
        func goal(_ name: String, _ times: (Waits) -> [Double]) -> Goal {
            let (quiet, loud) = (quantile(times(idle), 0.99), quantile(times(loaded.waits), 0.99))
            return .atMost(
                20, loud / quiet, "beside \(readers) large readers, the 99th percentile of \(name) below 20 times its idle value",
                measured: "\(quiet.time) idle, \(loud.time) beside them, \((loud / quiet).digits(1)) times")
        }
        section.goals = [goal("sign-ins", \.signIns), goal("refreshes", \.refreshes)]
        return section
    }
}
