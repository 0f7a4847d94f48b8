import Foundation

/// The section, goals and plots of the mixed load.
enum MixedLoadReport {
    private typealias Load = MixedLoadMeasurement

    private static let stallSeconds = 0.25
    private static let growthMebibytes = 3.0

    static func section(_ samples: [MixedLoadSample], seconds: Double) -> Section {
        var section = Section(
            title: "A mixed load over time",
            introduction: """
                \(Load.intervals) intervals of \(seconds.digits(0)) s. Each second: \(Load.rates.signUps.digits(0)) anonymous sign-ups, \
                \(Load.rates.passwords.digits(0)) sign-ins with a password, \(Load.rates.refreshes.digits(0)) refreshes, \(Load.rates.lookups.digits(0)) lookups \
                and \(Load.rates.writes.digits(0)) writes that \(Load.listeners) listeners follow. A latency counts from the time at which the request \
                was due, that of a delivery from its write. Beside the load, 40 times a second each, the benchmark appends 4 KiB to a file of its own \
                and waits for the disk, and waits for a timer: “disk alone” and “timer alone” are the longest such delays, which the machine \
                causes without the server. Sign-ins with a password are shown separately, because hashing has a queue of its own. \
                The server has created accounts at its full rate before, until its files had \(Load.filledMebibytes.digits(0)) MiB, because the \
                memory of a new server grows until SQLite's page cache of 8 MiB is full.
                """,
            columns: [
                "after", "p50", "p99", "p99.9", "longest", "lookups only", "disk alone", "timer alone", "password p99", "delivery p99",
                "resident", "anonymous", "files", "logs",
            ])
        func mebibytes(_ value: Double) -> String { value.digits(1) + " MiB" }
        for (index, sample) in samples.enumerated() where (index + 1) % 6 == 0 {
            let latencies = sample.latencies
            section.rows.append(
                .init(
                    (Double(index + 1) * seconds).time, latencies.calls.quantile(0.5).time, latencies.calls.quantile(0.99).time,
                    latencies.calls.quantile(0.999).time, latencies.calls.longest.time, latencies.lookups.longest.time,
                    latencies.disk.longest.time, latencies.timer.longest.time, latencies.passwords.quantile(0.99).time,
                    latencies.deliveries.quantile(0.99).time, mebibytes(sample.memory.resident), mebibytes(sample.memory.anonymous),
                    mebibytes(sample.files.data), mebibytes(sample.files.log)))
        }
        let early = samples.dropFirst(12).prefix(6).map(\.memory.anonymous).max() ?? 0
        let late = samples.suffix(6).map(\.memory.anonymous).max() ?? 0
        section.goals = [
            stalls(samples, seconds: seconds),
            .atMost(
                growthMebibytes, late - early, "anonymous memory in the last minute at most 3 MiB above the third minute",
                measured: "\(mebibytes(early)), then \(mebibytes(late))"),
        ]
        section.image = .init(name: "mixed-load", text: Plot.document(plots(samples), seconds: seconds))
        return section
    }

    private static func stalls(_ samples: [MixedLoadSample], seconds: Double) -> Goal {
        func longest(_ kind: KeyPath<MixedLoadTimes.Interval, Timeline.Interval>) -> (latency: Double, interval: Int) {
            samples.indices.map { (samples[$0].latencies[keyPath: kind].longest, $0) }
                .filter(\.0.isFinite).max { $0.0 < $1.0 } ?? (.nan, 0)
        }
        let (latency, interval) = longest(\.calls)
        let meanwhile = samples[interval].latencies
        return .atMost(
            stallSeconds, latency, "no stall above 250 ms outside of the password queue",
            measured: """
                \(latency.time), in the interval that ended after \((Double(interval + 1) * seconds).time), \
                in which the longest lookup took \(meanwhile.lookups.longest.time), the disk alone \(meanwhile.disk.longest.time) \
                and a timer \(meanwhile.timer.longest.time); in all intervals, the longest lookup took \(longest(\.lookups).latency.time), \
                the disk alone \(longest(\.disk).latency.time) and a timer \(longest(\.timer).latency.time)
                """)
    }

    private static func plots(_ samples: [MixedLoadSample]) -> [Plot] {
        func calls(_ share: Double) -> [Double] { samples.map { $0.latencies.calls.quantile(share) * 1000 } }
        return [
            Plot(
                title: "Latency of calls and writes", unit: "ms",
                lines: [
                    .init(name: "p50", values: calls(0.5)), .init(name: "p99", values: calls(0.99)),
                    .init(name: "p99.9", values: calls(0.999)), .init(name: "longest", values: calls(1)),
                ], isLogarithmic: true),
            Plot(
                title: "Longest latency, beside the machine alone", unit: "ms",
                lines: [
                    .init(name: "calls and writes", values: calls(1)),
                    .init(name: "lookups only", values: samples.map { $0.latencies.lookups.longest * 1000 }),
                    .init(name: "disk alone", values: samples.map { $0.latencies.disk.longest * 1000 }),
                    .init(name: "timer alone", values: samples.map { $0.latencies.timer.longest * 1000 }),
                ], isLogarithmic: true),
            Plot(
                title: "Latency of password sign-ins and deliveries", unit: "ms",
                lines: [
                    .init(name: "password p50", values: samples.map { $0.latencies.passwords.quantile(0.5) * 1000 }),
                    .init(name: "password p99", values: samples.map { $0.latencies.passwords.quantile(0.99) * 1000 }),
                    .init(name: "delivery p99", values: samples.map { $0.latencies.deliveries.quantile(0.99) * 1000 }),
                ], isLogarithmic: true),
            Plot(
                title: "Memory of the server", unit: "MiB",
                lines: [
                    .init(name: "resident", values: samples.map(\.memory.resident)),
                    .init(name: "anonymous", values: samples.map(\.memory.anonymous)),
                ]),
            Plot(
                title: "Files", unit: "MiB",
                lines: [
                    .init(name: "data", values: samples.map(\.files.data)),
                    .init(name: "write-ahead logs", values: samples.map(\.files.log)),
                ]),
        ]
    }
}
