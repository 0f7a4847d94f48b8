import Foundation

/// What a server spends on the first and on the last tenth of very many equal requests.
///
/// A defect that makes each request a little dearer than the one before does not show in a short load.
struct Tenths: Sendable {
    struct Cost: Sendable {
        /// Processor time of the server for each request, in seconds: of the pieces of this tenth the median, so that a moment in which the
        /// machine has much else to do does not count.
        let server: Double
        /// Processor time of the load generator for each request. Its work never changes: what it costs more at the end, the machine costs.
        let generator: Double
        /// Resident memory of the server afterwards, in MiB.
        let memory: Double
        /// The number of requests from the beginning to here.
        let count: Int
    }

    let name: String
    /// Resident memory of the server before the first request, in MiB.
    let memoryBefore: Double
    let costs: [Cost]
    /// Whether each request leaves something in the server's memory, so that memory counts by request.
    var keepsInMemory = false

    /// The ratio that counts as equal.
    static let tolerance = 1.1
    private static let pieces = 5

    /// Measures as many requests as the setting says, after a hundredth more; nothing where the setting leaves this row out.
    ///
    /// - Parameter work: Sends at least so many requests, waits for the replies, and says how many it sent.
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

    /// How much dearer a request is for the server in the last tenth.
    var cpuRatio: Double { last.server / first.server }

    /// How much dearer the generator's own part is: the machine's drift.
    var drift: Double { last.generator / first.generator }

    var memoryRatio: Double {
        keepsInMemory ? bytesKept(last) / bytesKept(first) : last.memory / first.memory
    }

    /// Whether neither grows. A machine that is slower for both sides is no growth.
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

    /// What is promised of all of them together.
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
