import Foundation

/// Measures the memory and the start time of a database with a million leaves.
enum LargeTreeMeasurement {
    private static let fullCount = 1_000_000
    private static let starts = 3

    static func run(_ setting: Setting) async throws -> Section {
        let leaves = Int(Double(fullCount) * setting.scale)
        let data = setting.dataFolder("large")
        var empty = 0.0
        do {
            let server = try LatchkeyServer(setting, data: data)
            defer { server.program.stop() }
            empty = try Memory(of: server.program.id).anonymous
            try fill(leaves, of: server, setting, authorization: try await ServiceAccount.authorization(setting, server, data: data))
        }
        var seconds: [Double] = []
        var loaded = 0.0
        for _ in 0..<starts {
            let begin = ContinuousClock.now
            let server = try LatchkeyServer(setting, data: data)
            defer { server.program.stop() }
            // The rules of a new database deny requests without a token. They are evaluated with the data, so the data is loaded first.
            let status = try HTTPConnection(port: server.databasePort).exchange(HTTPMessage.get("/lists/list9.json"))
            guard status == 401 else { throw BenchmarkFailure("a stranger was answered with status \(status)") }
            seconds.append(begin.duration(to: .now).inSeconds)
            loaded = try Memory(of: server.program.id).anonymous
        }
        return section(leaves: leaves, memory: loaded - empty, start: seconds.sorted()[starts / 2])
    }

    /// Writes numbers under push ids into ten lists.
    static func fill(_ leaves: Int, of server: LatchkeyServer, _ setting: Setting, authorization: [String: String]) throws {
        let keys = PushIDs.keys(leaves)
        let connection = try HTTPConnection(port: server.databasePort)
        // Each list is a separate request, so that no request exceeds a client's size limit.
        for part in 0..<10 {
            let keys = keys[(part * leaves / 10)..<((part + 1) * leaves / 10)]
            let children = keys.enumerated().map { #""\#($0.element)":\#($0.offset)"# }.joined(separator: ",")
            let message = HTTPMessage.put(
                "/lists/list\(part).json?print=silent", body: Data("{\(children)}".utf8), headers: authorization)
            let status = try connection.exchange(message)
            guard status == 204 else { throw BenchmarkFailure("a list was refused with status \(status)") }
        }
    }

    private static func section(leaves: Int, memory: Double, start: Double) -> Section {
        var section = Section(
            title: "A large database",
            introduction: """
                \(Double(leaves).rate) numbers under push ids, in ten lists. Memory is what the server holds beyond what it does without \
                them, after a start; the start is from the call that makes the process to the first answer from the database, the middle one \
                of \(starts).
                """,
            columns: ["", "memory", "each leaf", "start"])
        section.rows = [
            .init(
                "\(Double(leaves).rate) leaves", "\(Int(memory.rounded())) MiB",
                "\(Int((memory * 1_048_576 / Double(leaves)).rounded())) bytes", start.time)
        ]
        section.goals = [
            .atMost(
                200e6, memory * 1_048_576, "a million leaves under push ids in less than 200 MB of memory",
                measured: "\(Int((memory * 1.048576).rounded())) MB"),
            .atMost(2, start, "a start with them in less than 2 s", measured: start.time),
        ]
        return section
    }
}
