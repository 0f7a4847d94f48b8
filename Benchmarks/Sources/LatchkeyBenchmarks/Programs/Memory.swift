import Foundation

/// The memory of a process, in MiB.
struct Memory: Sendable {
    /// All resident pages, including those of the executable.
    let resident: Double
    /// The part without a backing file.
    let anonymous: Double

    init(of process: Int32) throws {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        func mebibytes(_ name: String) throws -> Double {
            guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name + ":") }),
                let kibibytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Double($0) })
            else { throw BenchmarkFailure("/proc/\(process)/status has no \(name)") }
            return kibibytes / 1024
        }
        resident = try mebibytes("VmRSS")
        anonymous = try mebibytes("RssAnon")
    }
}
