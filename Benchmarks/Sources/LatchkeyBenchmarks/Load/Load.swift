import Foundation

/// Requests on keep-alive connections. Each connection has a thread, which waits for the response before it sends the next request.
struct Load: Sendable {
    let port: Int
    /// For each connection, the requests that it sends in turn, repeatedly.
    let rounds: [[[UInt8]]]
    /// The time between two requests of a connection; `nil` to send the next one immediately.
    var interval: Duration?
    var seconds: Double
    /// Called with the latency of each response, on the thread of its connection.
    var observe: (@Sendable (_ latency: Double) -> Void)?

    init(port: Int, rounds: [[[UInt8]]], interval: Duration? = nil, seconds: Double) {
        self.port = port
        self.rounds = rounds
        self.interval = interval
        self.seconds = seconds
    }

    /// - Parameter requests: The request that each connection repeats.
    init(port: Int, requests: [[UInt8]], interval: Duration? = nil, seconds: Double) {
        self.init(port: port, rounds: requests.map { [$0] }, interval: interval, seconds: seconds)
    }

    struct Outcome: Sendable {
        var completed = 0
        /// The number of responses with a status other than 2xx.
        var refused = 0
        var firstRefusal: Int?
        /// The seconds from request to response, sorted.
        var latencies: [Double] = []
        var perSecond = 0.0

        /// - Parameter share: The quantile from 0 to 1, such as 0.99 for p99.
        func quantile(_ share: Double) -> Double {
            latencies.isEmpty ? .nan : latencies[min(latencies.count - 1, Int(Double(latencies.count) * share))]
        }
    }

    func run() throws -> Outcome {
        let parts = try Threads.run(rounds.count) { index in
            try drive(try HTTPConnection(port: port), requests: rounds[index], index: index)
        }
        var all = Outcome()
        for part in parts {
            all.completed += part.completed
            all.refused += part.refused
            all.firstRefusal = all.firstRefusal ?? part.firstRefusal
            all.latencies += part.latencies
            all.perSecond += part.perSecond
        }
        all.latencies.sort()
        return all
    }

    private func drive(_ connection: HTTPConnection, requests: [[UInt8]], index: Int) throws -> Outcome {
        let clock = ContinuousClock()
        let begin = clock.now
        let end = begin.advanced(by: .seconds(seconds))
        var outcome = Outcome()
        outcome.latencies.reserveCapacity(65_536)
        // The connections start at different times instead of all sending at once.
        var planned = begin.advanced(by: (interval ?? .zero) * index / rounds.count)
        var now = begin
        var turn = 0
        while now < end {
            var start = now
            if let interval {
                if now < planned {
                    Thread.sleep(forTimeInterval: now.duration(to: planned).inSeconds)
                    start = clock.now
                } else {
                    // The last response was late. The delay counts, because otherwise a stall would look like one slow request.
                    start = planned
                }
                planned = planned.advanced(by: interval)
            }
            let status = try connection.exchange(requests[turn])
            turn = (turn + 1) % requests.count
            now = clock.now
            let latency = start.duration(to: now).inSeconds
            outcome.latencies.append(latency)
            observe?(latency)
            if (200..<300).contains(status) {
                outcome.completed += 1
            } else {
                outcome.refused += 1
                outcome.firstRefusal = outcome.firstRefusal ?? status
            }
        }
        outcome.perSecond = Double(outcome.completed) / begin.duration(to: now).inSeconds
        return outcome
    }
}

/// The outcome of a load, with its cost for the server and the load generator.
struct CostedLoad: Sendable {
    let outcome: Load.Outcome
    let serverCPUSecondsPerRequest: Double
    let generatorCPUSecondsPerRequest: Double
    /// The generator's share of the machine's processor time, from 0 to 1.
    let generatorShare: Double

    /// - Parameter warmUpSeconds: How long the same load runs before the measurement.
    static func run(_ load: Load, against processes: [Int32], warmUpSeconds: Double) throws -> CostedLoad {
        if warmUpSeconds > 0 {
            var warmUp = load
            warmUp.seconds = warmUpSeconds
            _ = try warmUp.run()
        }
        let clock = ContinuousClock()
        let begin = clock.now
        let server = try processes.map(CPUTime.of).reduce(0, +)
        let generator = CPUTime.ofThisProcess
        let outcome = try load.run()
        let serverUsed = try processes.map(CPUTime.of).reduce(0, +) - server
        let generatorUsed = CPUTime.ofThisProcess - generator
        let wall = begin.duration(to: clock.now).inSeconds
        let count = Double(outcome.completed + outcome.refused)
        return CostedLoad(
            outcome: outcome, serverCPUSecondsPerRequest: serverUsed / count, generatorCPUSecondsPerRequest: generatorUsed / count,
            generatorShare: generatorUsed / (wall * Double(Machine.coreCount)))
    }
}
