#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A day of the calendar in UTC, counted from 1 January 1970.
public struct UTCDay: Hashable, Comparable, Sendable {
    public let number: Int

    public static let milliseconds: Int64 = 86_400_000

    public init(number: Int) {
        self.number = number
    }

    /// The day that an instant is in.
    public init(of instant: Date) {
        number = Int(instant.millisecondsSince1970 / Self.milliseconds)
    }

    /// Its first instant.
    public var start: Date { Date(millisecondsSince1970: Int64(number) * Self.milliseconds) }

    /// Another day, so many days later, or earlier.
    public func later(_ days: Int) -> UTCDay { UTCDay(number: number + days) }

    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}
