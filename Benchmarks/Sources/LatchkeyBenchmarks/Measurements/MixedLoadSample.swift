/// What is known at the end of an interval of the mixed load.
struct MixedLoadSample: Sendable {
    var latencies: MixedLoadTimes.Interval
    let memory: Memory
    /// The sizes of the files of accounts and databases, in MiB.
    let files: (data: Double, log: Double)
}

/// The latencies of the mixed load, and of what the machine delays by itself meanwhile.
final class MixedLoadTimes: Sendable {
    struct Interval: Sendable {
        var calls, lookups, passwords, deliveries, disk, timer: Timeline.Interval

        mutating func add(_ other: Interval) {
            calls.add(other.calls)
            lookups.add(other.lookups)
            passwords.add(other.passwords)
            deliveries.add(other.deliveries)
            disk.add(other.disk)
            timer.add(other.timer)
        }
    }

    /// All calls and writes but sign-ins with a password.
    let calls = Timeline()
    /// The calls that write nothing.
    let lookups = Timeline()
    let passwords = Timeline()
    let deliveries = Timeline()
    let disk = Timeline()
    let timer = Timeline()

    /// Ends the current interval.
    func next() -> Interval {
        Interval(
            calls: calls.next(), lookups: lookups.next(), passwords: passwords.next(), deliveries: deliveries.next(),
            disk: disk.next(), timer: timer.next())
    }
}
