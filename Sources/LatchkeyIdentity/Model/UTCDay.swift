public import Foundation

/// A calendar day in UTC, counted from 1 January 1970.
public struct UTCDay: Hashable, Comparable, Sendable {
    public let number: Int

    public static let milliseconds: Int64 = 86_400_000

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
    public func later(_ days: Int) -> UTCDay { UTCDay(number: number + days) }

    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}
