import Foundation

/// The limit of the disk alone.
enum DiskFloor {
    /// Returns how many sequential appends of 4 KiB to a file become durable per second.
    static func commitsPerSecond(in folder: String, seconds: Double) throws -> Double {
        let path = folder + "/disk"
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw BenchmarkFailure("\(path) cannot be written") }
        defer {
            close(file)
            unlink(path)
        }
        let page = [UInt8](repeating: 0x61, count: 4096)
        let begin = ContinuousClock.now
        var count = 0
        while begin.duration(to: .now).inSeconds < seconds {
            guard write(file, page, page.count) == page.count, fdatasync(file) == 0 else { throw BenchmarkFailure("\(path): \(errno)") }
            count += 1
        }
        return Double(count) / begin.duration(to: .now).inSeconds
    }
}
