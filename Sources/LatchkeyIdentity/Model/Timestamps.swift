#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Tells the time of day. Tests pass a clock that they move by hand.
public typealias WallClock = @Sendable () -> Date

extension Date {
    /// Whole milliseconds since 1970, as accounts carry them on the wire.
    public var millisecondsSince1970: Int64 {
        // A date counts from 2001 in binary fractions, so that a whole millisecond may come back a little short of itself (every
        // second one in 1970, some in 2004 and 2038). The microsecond added here is more than what is ever missing.
        Int64((timeIntervalSince1970 * 1000 + 0.001).rounded(.down))
    }

    /// Whole seconds since 1970, as tokens carry them.
    public var secondsSince1970: Int64 {
        Int64(timeIntervalSince1970.rounded(.down))
    }

    public init(millisecondsSince1970 milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// The same instant without the part that stores do not keep, so that what is written reads back equal.
    public var inWholeMilliseconds: Date {
        Date(millisecondsSince1970: millisecondsSince1970)
    }
}

extension Date {
    /// The time as RFC 3339 writes it, with milliseconds: `2026-01-31T12:00:00.250Z`.
    public var rfc3339: String {
        // The style cuts off what is left below a millisecond, and a whole one may be stored as a little less than itself.
        addingTimeInterval(0.000_1).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// A time as RFC 3339 writes it, with or without fractions of a second.
    public init?(rfc3339 text: String) {
        let styles = [Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true)]
        guard let date = styles.lazy.compactMap({ try? $0.parse(text) }).first else { return nil }
        self = date
    }
}
