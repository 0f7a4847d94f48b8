import CryptoExtras
import Foundation
import Synchronization

/// Measures the effect on a user's sign-ins of a flood of wrong passwords from many networks.
enum HashingFloodMeasurement {
    private static let connections = 400
    private static let networks = 250
    private static let seconds = 20.0
    /// The pause between two sign-ins of a user, in seconds. It leaves the load on the server to the flood.
    private static let pause = 0.1
    private static let idleSignIns = 30

    static func run(_ setting: Setting) throws -> Section {
        let server = try LatchkeyServer(
            setting, data: setting.dataFolder("flood"), options: ["--trusted-proxy", "127.0.0.0/8"])
        defer { server.program.stop() }
        _ = try server.signUp(1)
        let floor = try scrypt(seconds: 2 * setting.scale)
        let door = Door(server)
        let person = try server.connect()
        // From now on the server knows the network.
        _ = try signIn(person, door, from: "192.0.2.1")
        var idle = SignIns()
        for _ in 0..<max(3, Int(Double(idleSignIns) * setting.scale)) { idle.add(try signIn(person, door, from: "192.0.2.1")) }
        let outcome = try flood(door, seconds: seconds * setting.scale)
        return section(floor: floor, idle: idle, outcome)
    }

    /// The server's properties that the threads use.
    private struct Door: Sendable {
        let port: Int
        let path: String
        let right: ServerCall

        init(_ server: LatchkeyServer) {
            port = server.port
            right = server.passwordAsk(0)
            path = server.path(right.name)
        }
    }

    private struct SignIns: Sendable {
        var latencies: [Double] = []
        var refused = 0

        mutating func add(_ attempt: (status: Int, seconds: Double)) {
            if attempt.status == 200 { latencies.append(attempt.seconds) } else { refused += 1 }
        }

        /// - Parameter share: The quantile from 0 to 1, such as 0.99 for p99.
        func quantile(_ share: Double) -> Double {
            let sorted = latencies.sorted()
            return sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
        }

        var refusedShare: Double { Double(refused) / Double(max(1, latencies.count + refused)) }
    }

    private struct Outcome: Sendable {
        var known = SignIns()
        var strange = SignIns()
        var hashed = 0
        var refused = 0
    }

    private static func scrypt(seconds: Double) throws -> OperationRate {
        let password = Array(LatchkeyServer.password.utf8)
        let salt = [UInt8](repeating: 7, count: 17)
        return try OperationRate.measure(seconds: seconds, batch: 1) {
            use(
                try KDF.Scrypt.deriveKey(
                    from: password, salt: salt, outputByteCount: 32, rounds: 1 << 14, blockSize: 8, parallelism: 1))
        }
    }

    private static func signIn(
        _ connection: HTTPConnection, _ door: Door, from address: String
    ) throws -> (status: Int, seconds: Double) {
        let request = try HTTPMessage.post(door.path, json: door.right.body, headers: ["X-Forwarded-For": address])
        let begin = ContinuousClock.now
        let status = try connection.exchange(request)
        return (status, begin.duration(to: .now).inSeconds)
    }

    /// Measures two users during the flood: one from a known network, and one from a new network each time.
    private static func flood(_ door: Door, seconds: Double) throws -> Outcome {
        let clock = ContinuousClock()
        let begin = clock.now
        let calm = begin.advanced(by: .seconds(seconds / 10))
        let end = begin.advanced(by: .seconds(seconds))
        let parts = try Threads.run(connections + 2) { index in
            var outcome = Outcome()
            if index < connections {
                try attack(door, index, until: end, &outcome)
                return outcome
            }
            let connection = try HTTPConnection(port: door.port)
            var turn = 0
            // The flood is at full load by then, and continues a little longer.
            while clock.now < calm { Thread.sleep(forTimeInterval: pause) }
            while clock.now < end.advanced(by: .seconds(-seconds / 10)) {
                turn += 1
                if index == connections {
                    outcome.known.add(try signIn(connection, door, from: "192.0.2.1"))
                } else {
                    outcome.strange.add(try signIn(connection, door, from: "203.0.\(turn / 250).\(turn % 250)"))
                }
                Thread.sleep(forTimeInterval: pause)
            }
            return outcome
        }
        var all = Outcome()
        for part in parts {
            all.known.latencies += part.known.latencies
            all.known.refused += part.known.refused
            all.strange.latencies += part.strange.latencies
            all.strange.refused += part.strange.refused
            all.hashed += part.hashed
            all.refused += part.refused
        }
        return all
    }

    /// Sends wrong passwords with one request in flight, each for a different address, so that only the queue delays them.
    private static func attack(
        _ door: Door, _ index: Int, until end: ContinuousClock.Instant, _ outcome: inout Outcome
    ) throws {
        // Real attackers use other machines, so here they run with the lowest priority.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
        let connection = try HTTPConnection(port: door.port)
        let headers = ["X-Forwarded-For": "198.18.\(index % networks / 100).\(index % networks % 100 + 1)"]
        var turn = 0
        while ContinuousClock.now < end {
            turn += 1
            let request = try HTTPMessage.post(
                door.path, json: ["email": "nobody\(index)-\(turn)@example.com", "password": "wrong"],
                headers: headers)
            if try connection.exchange(request) == 429 { outcome.refused += 1 } else { outcome.hashed += 1 }
        }
    }

    private static func section(floor: OperationRate, idle: SignIns, _ outcome: Outcome) -> Section {
        var section = Section(
            title: "A flood of sign-ins",
            introduction: """
                `accounts:signInWithPassword` with wrong passwords on \(connections) connections from \(networks) networks (a trusted proxy \
                names them), each connection with always one request in flight and with the lowest priority; beside them one person after \
                another with the right password. The floor is one scrypt hash alone.
                """,
            columns: ["", "median", "99 %", "refused"])
        func row(_ name: String, _ signIns: SignIns) {
            section.rows.append(
                .init(name, signIns.quantile(0.5).time, signIns.quantile(0.99).time, signIns.refusedShare.percent))
        }
        section.rows.append(.init("floor: one hash", floor.cpuSecondsPerOperation.time, "", ""))
        row("sign-in, nothing else", idle)
        row("sign-in from a known network, under the flood", outcome.known)
        row("sign-in from a new network, under the flood", outcome.strange)
        let flood = outcome.hashed + outcome.refused
        let share = Double(outcome.refused) / Double(max(1, flood))
        section.rows.append(.init("the flood itself", "", "", share.percent))
        let slowest = outcome.known.latencies.isEmpty ? Double.infinity : outcome.known.quantile(0.99)
        section.goals = [
            .atMost(
                2, slowest, "an honest sign-in from a known network under 2 s while 400 requests from 250 addresses are in flight",
                measured: slowest.time),
            .atMost(0, Double(outcome.known.refused), "and none of them refused", measured: "\(outcome.known.refused) refused"),
        ]
        section.remarks = [
            """
            The server answered \(flood) requests of the flood and hashed for \(outcome.hashed) of them. \(outcome.known.latencies.count) \
            sign-ins came from the known network and \(outcome.strange.latencies.count + outcome.strange.refused) from new ones.
            """
        ]
        return section
    }
}
