public import Foundation
public import LatchkeyIdentity
import Synchronization

/// A clock that only a test advances.
public final class ManualClock: Sendable {
    /// Noon UTC on March 1, 2026: the default start of clocks, and the creation time of the fixtures.
    public static let start = Date(millisecondsSince1970: 1_772_366_400_000)

    private let current: Mutex<Date>

    /// Creates a clock that shows the given time.
    public init(at start: Date = ManualClock.start) {
        current = Mutex(start)
    }

    /// The current time; pass this to code that takes a clock.
    public var now: WallClock {
        { [self] in current.withLock { $0 } }
    }

    /// Advances the clock; a negative number of seconds moves it back.
    public func advance(bySeconds seconds: Double) {
        current.withLock { $0 = $0.addingTimeInterval(seconds) }
    }
}
