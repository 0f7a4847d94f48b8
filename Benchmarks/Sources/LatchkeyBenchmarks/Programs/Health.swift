import Foundation

/// Asks a server whether it is well.
enum Health {
    /// Asks until the answer is yes; seconds since `start`.
    @discardableResult
    static func wait(port: Int, path: String, since start: ContinuousClock.Instant = .now) throws -> Double {
        let request = HTTPMessage.get(path)
        while start.duration(to: .now) < .seconds(20) {
            // A server that is about to start may try its port first, and hang up.
            if let connection = try? HTTPConnection(port: port), (try? connection.exchange(request)) == 200 {
                return start.duration(to: .now).inSeconds
            }
            usleep(200)
        }
        throw BenchmarkFailure("nothing well at port \(port) within 20 s")
    }
}
