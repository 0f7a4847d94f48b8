public import LatchkeyIdentity
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A clock that stands still until a test moves it.
public final class ManualClock: Sendable {
    /// Noon on the first of March 2026, UTC: where clocks start unless told otherwise, and when the fixtures were made.
    public static let start = Date(millisecondsSince1970: 1_772_366_400_000)

    private let current: Mutex<Date>

    public init(at start: Date = ManualClock.start) {
        current = Mutex(start)
    }

    /// What the clock shows; pass this where the code asks for the time.
    public var now: WallClock {
        { [self] in current.withLock { $0 } }
    }

    /// Moves the clock; a negative number moves it back.
    public func advance(bySeconds seconds: Double) {
        current.withLock { $0 = $0.addingTimeInterval(seconds) }
    }
}
