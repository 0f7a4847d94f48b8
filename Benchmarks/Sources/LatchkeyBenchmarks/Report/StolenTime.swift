import Foundation

/// The time that the host of a virtual machine gave to others while this one wanted it (`steal` of proc(5)). A load average does not show
/// it.
struct StolenTime {
    private let stolen: Double
    private let whole: Double

    /// So far; nothing where the system does not count it.
    static var now: StolenTime {
        let line = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8))?.split(separator: "\n").first ?? ""
        // user, nice, system, idle, iowait, irq, softirq, steal.
        let ticks = line.split(separator: " ").dropFirst().prefix(8).compactMap { Double($0) }
        return StolenTime(stolen: ticks.count == 8 ? ticks[7] : 0, whole: ticks.reduce(0, +))
    }

    /// The share of all cores' time since an earlier moment.
    func share(since earlier: StolenTime) -> Double {
        whole > earlier.whole ? (stolen - earlier.stolen) / (whole - earlier.whole) : 0
    }
}
