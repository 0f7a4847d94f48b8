public import Foundation

/// A calendar day in UTC, counted from 1 January 1970.
public struct UTCDay: Hashable, Comparable, Sendable {
    /// The number of days since 1 January 1970.
    public let number: Int

    package static let milliseconds: Int64 = 86_400_000

    /// Creates a day from the number of days since 1 January 1970.
    public init(number: Int) {
        self.number = number
    }

    /// Creates the day that contains an instant.
    public init(of instant: Date) {
        number = Int(instant.millisecondsSince1970 / Self.milliseconds)
    }

    /// The first instant of the day.
    public var start: Date { Date(millisecondsSince1970: Int64(number) * Self.milliseconds) }

    /// Returns the day that is a number of days later, or earlier for a negative number.
    package func later(_ days: Int) -> UTCDay { UTCDay(number: number + days) }

    /// Whether the left day is earlier than the right one.
    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}
