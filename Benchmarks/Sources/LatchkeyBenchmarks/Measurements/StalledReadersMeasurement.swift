import Foundation

/// Measures the memory that a server holds for clients that request much data and read nothing.
enum StalledReadersMeasurement {
    private static let fullCount = 400
    private static let leaves = 142_900
    private static let leafText = String(repeating: "weaves algebraical patterns ", count: 4)
    /// The maximum number of seconds until the server's memory is back within its limit.
    private static let patience = 30.0

    private struct Outcome {
        var before = 0.0
        var most = 0.0
        var after = 0.0
        var left = 0.0
        var connected = 0
        /// The longest duration of another client's small read during the test, in seconds.
        var longestRead = 0.0
    }

    static func run(_ setting: Setting) async throws -> Section {
        let count = max(20, Int(Double(fullCount) * setting.scale))
        let data = setting.dataFolder("stalled-readers")
        let server = try LatchkeyServer(setting, data: data)
        defer { server.program.stop() }
        let person = try server.signUp(1)[0]
        let place = "/users/\(person.localId)/large"
        let byteCount = try await LargeNode.put(
            leaves, of: leafText, at: place, server, authorization: try await server.authorization(setting, data: data))
        let outcome = try stall(
            server, count, HTTPMessage.get("\(place).json?auth=\(person.idToken)"),
            small: HTTPMessage.get("\(place)/k1000042.json?auth=\(person.idToken)"))
        return section(count, byteCount, outcome)
    }

    private static func stall(_ server: LatchkeyServer, _ count: Int, _ read: [UInt8], small: [UInt8]) throws -> Outcome {
        let id = server.program.id
        var outcome = Outcome()
        outcome.before = try Memory(of: id).resident
        let other = try HTTPConnection(port: server.databasePort)
        _ = try other.exchange(small)
        let socketsBefore = try Sockets.count(of: id)
        let sockets = try (0..<count).map { _ in
            let socket = try LoopbackSocket.connect(port: server.databasePort, receiveBytes: 4096)
            try LoopbackSocket.send(read, to: socket)
            return socket
        }
        defer { for socket in sockets { close(socket) } }
        let begin = ContinuousClock.now
        while begin.duration(to: .now).inSeconds < patience {
            let received = ContinuousClock.now
            guard try other.exchange(small) == 200 else { throw BenchmarkFailure("another client was refused") }
            outcome.longestRead = max(outcome.longestRead, received.duration(to: .now).inSeconds)
            outcome.most = max(outcome.most, try Memory(of: id).resident)
            Thread.sleep(forTimeInterval: 0.05)
        }
        outcome.after = try Memory(of: id).resident
        outcome.connected = try Sockets.count(of: id) - socketsBefore
        for socket in sockets { shutdown(socket, Int32(SHUT_RDWR)) }
        Thread.sleep(forTimeInterval: 5)
        outcome.left = try Memory(of: id).resident
        return outcome
    }

    private static func section(_ count: Int, _ byteCount: Int, _ outcome: Outcome) -> Section {
        var section = Section(
            title: "Readers that do not read",
            introduction: """
                \(count) connections ask for a node of \((Double(byteCount) / 1e6).digits(1)) MB each and read nothing of the answer. \
                Resident memory of the server before, at most, and \(Int(patience)) seconds later; how many of them are disconnected then; \
                and its memory 5 seconds after the others left. Meanwhile another client reads one leaf every 50 ms.
                """,
            columns: ["", "memory before", "at most", "\(Int(patience)) s later", "after they left", "disconnected", "longest small read"])
        func mebibytes(_ value: Double) -> String { value.digits(0) + " MiB" }
        section.rows = [
            .init(
                "\(count) connections", mebibytes(outcome.before), mebibytes(outcome.most), mebibytes(outcome.after),
                mebibytes(outcome.left), "\(count - outcome.connected)", outcome.longestRead.time)
        ]
        let growth = outcome.most - outcome.before
        section.goals = [
            .atMost(
                512, growth, "less than 512 MiB for clients that read nothing, however much they ask for", measured: mebibytes(growth))
        ]
        return section
    }
}
