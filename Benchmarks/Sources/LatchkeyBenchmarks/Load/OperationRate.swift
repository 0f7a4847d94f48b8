/// How often an operation can be done.
struct OperationRate: Sendable {
    /// On all threads together.
    let perSecond: Double
    /// Processor time of one operation.
    let cpuSecondsPerOperation: Double

    /// Repeats an operation for some seconds.
    ///
    /// - Parameters:
    ///   - threads: How many do it at once.
    ///   - batch: How often between two looks at the clock, so that looking costs nothing.
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

    /// How many a second one core does that has nothing else to do.
    var perCoreSecond: Double { 1 / cpuSecondsPerOperation }

    /// The middle one of several measurements, by processor time.
    static func median(of rates: [OperationRate]) -> OperationRate {
        rates.sorted { $0.cpuSecondsPerOperation < $1.cpuSecondsPerOperation }[rates.count / 2]
    }
}

extension Duration {
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
