package import Foundation

/// The measurements of the process, under the names that Prometheus' own clients use. They are read from `/proc`; other systems have only the
/// start time.
package struct ProcessMetrics: MetricSource {
    private let startedAt: Date

    package init(startedAt: Date) { self.startedAt = startedAt }

    package func metrics() -> [MetricFamily] {
        var families: [MetricFamily] = [
            .gauge("process_start_time_seconds", "Start time of the process since 1970.", startedAt.timeIntervalSince1970)
        ]
        // In microseconds (POSIX), of user and system code.
        let time = clock()
        if time != -1 {
            families.append(.counter("process_cpu_seconds_total", "Processor time of the process.", Double(time) / 1_000_000))
        }
        // Sizes in pages: all, resident.
        if let pages = Self.content("/proc/self/statm")?.split(separator: " "), pages.count > 1, let all = Double(pages[0]),
            let resident = Double(pages[1])
        {
            let size = Double(sysconf(Int32(_SC_PAGESIZE)))
            families.append(.gauge("process_virtual_memory_bytes", "Virtual memory of the process.", all * size))
            families.append(.gauge("process_resident_memory_bytes", "Resident memory of the process.", resident * size))
        }
        if let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
            families.append(.gauge("process_open_fds", "Open files of the process.", Double(files)))
        }
        if let limit = Self.content("/proc/self/limits")?.split(separator: "\n").first(where: { $0.hasPrefix("Max open files") })?
            .split(separator: " ").dropFirst(3).first.flatMap({ Double($0) })
        {
            families.append(.gauge("process_max_fds", "Maximum number of open files.", limit))
        }
        return families
    }

    private static func content(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}
