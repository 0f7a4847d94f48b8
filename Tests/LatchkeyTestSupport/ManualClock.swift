package import Foundation
package import LatchkeyIdentity
import Synchronization

/// A clock that only a test advances.
package final class ManualClock: Sendable {
    /// Noon UTC on March 1, 2026: the default start of clocks, and the creation time of the fixtures.
    package static let start = Date(millisecondsSince1970: 1_772_366_400_000)

    private let current: Mutex<Date>

    /// Creates a clock that shows the given time.
    package init(at start: Date = ManualClock.start) {
        current = Mutex(start)
    }

    /// The current time; pass this to code that takes a clock.
    package var now: WallClock {
        { [self] in current.withLock { $0 } }
    }

    /// Advances the clock; a negative number of seconds moves it back.
    package func advance(bySeconds seconds: Double) {
        current.withLock { $0 = $0.addingTimeInterval(seconds) }
    }
}
