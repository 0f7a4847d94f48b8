import Foundation

/// The cost of the first and the last tenth of very many equal requests.
///
/// A defect that makes each request slightly more expensive than the one before is not visible in a short load.
struct Tenths: Sendable {
    struct Cost: Sendable {
        /// The server's processor time per request, in seconds. It is the median of the pieces of this tenth, so that a short period of
        /// other load on the machine does not count.
        let server: Double
        /// The load generator's processor time per request. Its work never changes, so an increase comes from the machine.
        let generator: Double
        /// The server's resident memory after this tenth, in MiB.
        let memory: Double
        /// The number of requests from the start to the end of this tenth.
        let count: Int
    }

    let name: String
    /// The server's resident memory before the first request, in MiB.
    let memoryBefore: Double
    let costs: [Cost]
    /// Whether each request stores data in the server's memory. The memory is then compared per request.
    var keepsInMemory = false

    /// The maximum ratio that counts as constant.
    static let tolerance = 1.1
    private static let pieces = 5

    /// Measures the number of requests in the setting, after a warm-up of a hundredth of them. Returns an empty array if the setting
    /// excludes this row.
    ///
    /// - Parameter work: Sends at least `count` requests, waits for the responses, and returns the number of requests sent.
    static func measure(
        _ name: String, _ setting: Setting, of program: ChildProgram, keepsInMemory: Bool = false, _ work: (_ count: Int) throws -> Int
    ) throws -> [Tenths] {
        if let only = setting.only, !name.contains(only) { return [] }
        let before = try Memory(of: program.id).resident
        var count = try work(setting.manyRequests / 100)
        let costs = try (0..<10).map { _ in
            var pieces: [(server: Double, generator: Double)] = []
            for _ in 0..<Self.pieces {
                let (server, generator) = (try CPUTime.of(program.id), CPUTime.ofThisProcess)
                let sent = try work(setting.manyRequests / 10 / Self.pieces)
                count += sent
                pieces.append(
                    ((try CPUTime.of(program.id) - server) / Double(sent), (CPUTime.ofThisProcess - generator) / Double(sent)))
            }
            return Cost(
                server: pieces.map(\.server).sorted()[Self.pieces / 2], generator: pieces.map(\.generator).sorted()[Self.pieces / 2],
                memory: try Memory(of: program.id).resident, count: count)
        }
        let tenths = Tenths(name: name, memoryBefore: before, costs: costs, keepsInMemory: keepsInMemory)
        LatchkeyBenchmarks.say(tenths.row.cells.joined(separator: " | "))
        return [tenths]
    }

    private var first: Cost { costs[0] }
    private var last: Cost { costs[costs.count - 1] }

    /// The ratio of the server's cost in the last tenth to that in the first.
    var cpuRatio: Double { last.server / first.server }

    /// The ratio of the generator's costs, which shows the machine's drift.
    var drift: Double { last.generator / first.generator }

    var memoryRatio: Double {
        keepsInMemory ? bytesKept(last) / bytesKept(first) : last.memory / first.memory
    }

    /// Whether neither processor time nor memory grows. A slowdown of both sides comes from the machine and does not count.
    var isConstant: Bool { cpuRatio / max(1, drift) <= Self.tolerance && memoryRatio <= Self.tolerance }

    private func bytesKept(_ cost: Cost) -> Double {
        (cost.memory - memoryBefore) * 1_048_576 / Double(cost.count)
    }

    private func memoryText(_ cost: Cost) -> String {
        let memory = cost.memory.digits(1) + " MiB"
        return keepsInMemory ? memory + " (\(bytesKept(cost).rate) bytes each)" : memory
    }

    static let columns = [
        "", "number", "server CPU each, first tenth", "last tenth", "ratio", "the generator's ratio", "memory after the first tenth",
        "at the end", "",
    ]

    var row: Section.Row {
        .init(
            name, Double(last.count).rate, first.server.time, last.server.time, cpuRatio.digits(2), drift.digits(2),
            memoryText(first), memoryText(last), isConstant ? "constant" : "grows")
    }

    /// Returns the goals for all measurements together.
    static func goals(_ all: [Tenths]) -> [Goal] {
        func worst(_ ratio: (Tenths) -> Double) -> (Double, String) {
            guard let most = all.max(by: { ratio($0) < ratio($1) }) else { return (0, "nothing") }
            return (ratio(most), "\(ratio(most).digits(2)) times, \(most.name)")
        }
        let cpu = worst { $0.cpuRatio / max(1, $0.drift) }
        let memory = worst(\.memoryRatio)
        return [
            .atMost(
                tolerance, cpu.0, "the last tenth of the requests for the server CPU of the first, within a tenth", measured: cpu.1),
            .atMost(tolerance, memory.0, "and in the memory, within a tenth", measured: memory.1),
        ]
    }
}
