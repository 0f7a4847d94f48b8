import Foundation

/// The limit of the disk alone: appends of 4 KiB to a file, each of which becomes durable.
enum DiskFloor {
    /// Returns how many sequential appends become durable per second.
    static func commitsPerSecond(in folder: String, seconds: Double) throws -> Double {
        try appending(in: folder) { append in
            let begin = ContinuousClock.now
            var count = 0
            while begin.duration(to: .now).inSeconds < seconds {
                try append()
                count += 1
            }
            return Double(count) / begin.duration(to: .now).inSeconds
        }
    }

    /// Appends at regular times and notes how much later each append became durable, in seconds.
    static func commit(in folder: String, seconds: Double, every interval: Double, _ timeline: Timeline) throws {
        try appending(in: folder) { append in
            let begin = ContinuousClock.now
            for turn in 0..<Int(seconds / interval) {
                let due = begin.advanced(by: .seconds(Double(turn) * interval))
                Thread.sleep(forTimeInterval: max(0, ContinuousClock.now.duration(to: due).inSeconds))
                try append()
                timeline.note(due.duration(to: .now).inSeconds)
            }
        }
    }

    private static func appending<T>(in folder: String, _ body: (_ append: () throws -> Void) throws -> T) throws -> T {
        let path = folder + "/disk"
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw BenchmarkFailure("\(path) cannot be written") }
        defer {
            close(file)
            unlink(path)
        }
        let page = [UInt8](repeating: 0x61, count: 4096)
        return try body {
            guard write(file, page, page.count) == page.count, fdatasync(file) == 0 else { throw BenchmarkFailure("\(path): \(errno)") }
        }
    }
}
