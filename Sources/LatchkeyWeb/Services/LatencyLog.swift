import Foundation
package import LatchkeyIdentity

/// Stores how long requests took, by hour and by day. Each node adds its own measurements.
package struct LatencyLog: Sendable {
    private let store: any AccountStore
    private let times: RequestTimes
    private let now: WallClock

    /// The number of hours, and of days, that are stored.
    package static let hours = 48
    package static let days = 100

    package init(store: any AccountStore, times: RequestTimes, now: @escaping WallClock) {
        (self.store, self.times, self.now) = (store, times, now)
    }

    /// Stores what was measured since the last call, and deletes old measurements, in one transaction. Without requests, nothing is written.
    package func save() async throws {
        let (taken, instant) = (times.take(), now())
        guard !taken.isEmpty else { return }
        do {
            try await store.write { transaction in
                for (period, kept) in [(LatencyPeriod.hour, Self.hours * 3600), (.day, Self.days * 86_400)] {
                    try transaction.add(
                        taken.map { route, measured in
                            RouteLatency(
                                period: period, start: period.start(of: instant), route: route, counts: measured.times.filled,
                                failures: measured.failures)
                        })
                    try transaction.deleteLatencies(by: period, before: period.start(of: instant.addingTimeInterval(-Double(kept))))
                }
            }
        } catch {
            times.giveBack(taken)
            throw error
        }
    }
}
