import LatchkeyIdentity
import LatchkeyTestSupport

extension StoreContract {
    static let latencies: [Case] = [
        Case("latencies of a route are added up by hour and by day, and old ones are deleted") { store in
            let hour = LatencyPeriod.hour.start(of: start)
            @Sendable func latency(
                _ route: String, hours: Int = 0, by period: LatencyPeriod = .hour, _ counts: [Int: Int], failures: Int = 0
            )
                -> RouteLatency
            {
                RouteLatency(period: period, start: hour.later(hours * 3_600_000), route: route, counts: counts, failures: failures)
            }
            try await store.write { transaction in
                try transaction.add([
                    latency("POST /b", [3: 1, 127: 5], failures: 2), latency("POST /a", hours: 1, [0: 1]),
                    latency("GET /a", hours: 1, [0: 2]), latency("POST /b", by: .day, [3: 9]),
                ])
            }
            try await store.write { try $0.add([latency("POST /b", [3: 4, 4: 1], failures: 1)]) }
            let first = latency("POST /b", [3: 5, 4: 1, 127: 5], failures: 3)
            let later = [latency("GET /a", hours: 1, [0: 2]), latency("POST /a", hours: 1, [0: 1])]
            try expect(try await store.read { try $0.latencies(by: .hour, since: hour) }, is: [first] + later)
            try expect(try await store.read { try $0.latencies(by: .hour, since: hour.later(1)) }, is: later)
            try expect(try await store.read { try $0.latencies(by: .day, since: hour) }, is: [latency("POST /b", by: .day, [3: 9])])
            try await store.write { try $0.deleteLatencies(by: .hour, before: hour.later(3_600_000)) }
            try expect(try await store.read { try $0.latencies(by: .hour, since: hour) }, is: later)
            try expect(try await store.read { try $0.latencies(by: .day, since: hour).count }, is: 1)
        }
    ]
}
