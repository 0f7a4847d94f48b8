/// The rate at which an operation can be executed.
struct OperationRate: Sendable {
    /// The operations per second on all threads.
    let perSecond: Double
    /// The processor time of one operation.
    let cpuSecondsPerOperation: Double

    /// Repeats an operation for a number of seconds.
    ///
    /// - Parameters:
    ///   - threads: The number of concurrent threads.
    ///   - batch: The number of operations between two readings of the clock. Choose it so that the readings cost nothing.
    static func measure(
        seconds: Double, threads: Int = 1, batch: Int, _ operation: @escaping @Sendable () throws -> Void
    ) throws -> OperationRate {
        let outcomes = try Threads.run(threads) { _ in
            for _ in 0..<batch { try operation() }
            let clock = ContinuousClock()
            let cpu = CPUTime.ofThisThread
            let begin = clock.now
            let end = begin.advanced(by: .seconds(seconds))
            var count = 0
            var now = begin
            while now < end {
                for _ in 0..<batch { try operation() }
                count += batch
                now = clock.now
            }
            return (count: count, seconds: begin.duration(to: now).inSeconds, cpu: CPUTime.ofThisThread - cpu)
        }
        return OperationRate(
            perSecond: outcomes.map { Double($0.count) / $0.seconds }.reduce(0, +),
            cpuSecondsPerOperation: outcomes.map(\.cpu).reduce(0, +) / Double(outcomes.map(\.count).reduce(0, +)))
    }

    /// The operations per second on one core that does nothing else.
    var perCoreSecond: Double { 1 / cpuSecondsPerOperation }

    /// Returns the median of several measurements, by processor time.
    static func median(of rates: [OperationRate]) -> OperationRate {
        rates.sorted { $0.cpuSecondsPerOperation < $1.cpuSecondsPerOperation }[rates.count / 2]
    }
}

extension Duration {
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
