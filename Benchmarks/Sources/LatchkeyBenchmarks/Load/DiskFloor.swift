import Foundation

/// What the disk alone allows.
enum DiskFloor {
    /// How often 4 KiB at the end of a file become durable, one after the other.
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
