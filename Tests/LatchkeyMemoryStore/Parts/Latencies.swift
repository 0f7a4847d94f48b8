import Foundation
import LatchkeyIdentity

extension MemoryTransaction {
    func latencies(by period: LatencyPeriod, since start: Date) throws -> [RouteLatency] {
        state.latencies.filter { $0.period == period && $0.start >= start }
            .sorted { $0.start == $1.start ? $0.route.precedes($1.route) : $0.start < $1.start }
    }

    func add(_ latencies: [RouteLatency]) throws {
        try requireOpen()
        latencies.forEach(add)
    }

    private func add(_ latency: RouteLatency) {
        let isSame = { (other: RouteLatency) in
            other.period == latency.period && other.start == latency.start && other.route == latency.route
        }
        guard let index = state.latencies.firstIndex(where: isSame) else { return state.latencies.append(latency) }
        state.latencies[index].counts.merge(latency.counts, uniquingKeysWith: +)
        state.latencies[index].failures += latency.failures
    }

    func deleteLatencies(by period: LatencyPeriod, before end: Date) throws {
        try requireOpen()
        state.latencies.removeAll { $0.period == period && $0.start < end }
    }
}
