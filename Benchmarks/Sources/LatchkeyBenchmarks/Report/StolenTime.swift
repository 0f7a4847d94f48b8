import Foundation

/// The time that the host gave to other virtual machines while this one was ready to run (`steal` in proc(5)). It is not part of the load
/// average.
struct StolenTime {
    private let stolen: Double
    private let whole: Double

    /// The time until now; zero if the system does not count it.
    static var now: StolenTime {
        let line = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8))?.split(separator: "\n").first ?? ""
        // user, nice, system, idle, iowait, irq, softirq, steal.
        let ticks = line.split(separator: " ").dropFirst().prefix(8).compactMap { Double($0) }
        return StolenTime(stolen: ticks.count == 8 ? ticks[7] : 0, whole: ticks.reduce(0, +))
    }

    /// Returns the stolen share of all cores' time since an earlier reading.
    func share(since earlier: StolenTime) -> Double {
        whole > earlier.whole ? (stolen - earlier.stolen) / (whole - earlier.whole) : 0
    }
}
