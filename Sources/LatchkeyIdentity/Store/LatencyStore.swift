public import Foundation

/// The length of the time whose latencies are stored together.
public enum LatencyPeriod: String, Sendable, CaseIterable {
    case hour, day

    /// The beginning of the period that contains a time, in UTC.
    public func start(of date: Date) -> Date {
        let length = Int64(self == .hour ? 3_600_000 : 86_400_000)
        return Date(millisecondsSince1970: date.millisecondsSince1970 / length * length)
    }
}

/// How long the requests of a route took in an hour or a day, as counts by classes of durations.
public struct RouteLatency: Sendable, Equatable {
    /// The length of the time.
    public let period: LatencyPeriod
    /// The beginning of the time.
    public let start: Date
    /// The method and the path as the router has it, for example `POST /v1/accounts:signUp`; at most 256 bytes.
    public let route: String
    /// The number of requests in each class of durations that has some; classes are numbered from 0 to 127.
    public var counts: [Int: Int]
    /// The number of responses with a server error (5xx).
    public var failures: Int

    /// Creates the counts of a route.
    public init(period: LatencyPeriod, start: Date, route: String, counts: [Int: Int], failures: Int = 0) {
        self.period = period
        self.start = start
        self.route = route
        self.counts = counts
        self.failures = failures
    }
}

/// Read access to the latencies of routes, which all nodes of a store add up.
public protocol LatencyReading {
    /// Returns the latencies of the periods that begin at a time or later, sorted by their beginning and the route.
    func latencies(by period: LatencyPeriod, since start: Date) throws -> [RouteLatency]
}

/// Write access to the latencies of routes.
public protocol LatencyWriting: LatencyReading {
    /// Adds counts to those of the same periods and routes. Each route occurs once for a period.
    func add(_ latencies: [RouteLatency]) throws
    /// Deletes the latencies of the periods that begin before a time.
    func deleteLatencies(by period: LatencyPeriod, before end: Date) throws
}
