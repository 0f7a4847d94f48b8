import Foundation

/// Health checks of servers.
enum Health {
    /// Repeats the health check until it succeeds, and returns the seconds since `start`.
    @discardableResult
    static func wait(port: Int, path: String, since start: ContinuousClock.Instant = .now) throws -> Double {
        let request = HTTPMessage.get(path)
        while start.duration(to: .now) < .seconds(20) {
            // A starting server may first probe its port and close the connection.
            if let connection = try? HTTPConnection(port: port), (try? connection.exchange(request)) == 200 {
                return start.duration(to: .now).inSeconds
            }
            usleep(200)
        }
        throw BenchmarkFailure("nothing well at port \(port) within 20 s")
    }
}
