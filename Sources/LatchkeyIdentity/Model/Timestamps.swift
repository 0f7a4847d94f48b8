public import Foundation

/// A function that returns the current time. Tests pass a clock that they set.
public typealias WallClock = @Sendable () -> Date

extension Date {
    /// The whole milliseconds since 1970, the unit of account times on the wire.
    package var millisecondsSince1970: Int64 {
        // A date counts from 2001 in binary fractions, so a whole millisecond may be read back slightly smaller (every second one in 1970,
        // some in 2004 and 2038). The added microsecond exceeds this error.
        Int64((timeIntervalSince1970 * 1000 + 0.001).rounded(.down))
    }

    /// The whole seconds since 1970, the unit of times in tokens.
    package var secondsSince1970: Int64 {
        Int64(timeIntervalSince1970.rounded(.down))
    }

    package init(millisecondsSince1970 milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// The time without fractions of a millisecond, which stores do not keep, so that written and read values are equal.
    package var inWholeMilliseconds: Date {
        Date(millisecondsSince1970: millisecondsSince1970)
    }
}

extension Date {
    /// The time in RFC 3339 form, with milliseconds: `2026-01-31T12:00:00.250Z`.
    package var rfc3339: String {
        // The style truncates to milliseconds, and a whole millisecond may be stored as slightly less.
        addingTimeInterval(0.000_1).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// Parses a time in RFC 3339 form, with or without fractions of a second.
    package init?(rfc3339 text: String) {
        let styles = [Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true)]
        guard let date = styles.lazy.compactMap({ try? $0.parse(text) }).first else { return nil }
        self = date
    }
}
