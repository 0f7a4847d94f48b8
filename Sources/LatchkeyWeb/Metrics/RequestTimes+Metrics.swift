extension RequestTimes: MetricSource {
    /// The responses by route. Routes are those of the server; paths without a route count as one.
    package func metrics() -> [MetricFamily] {
        let sorted = all.sorted { ($0.key.path ?? "", $0.key.method) < ($1.key.path ?? "", $1.key.method) }
        func outcomes(_ measured: Measured) -> [(name: String, count: Int)] {
            [
                ("ok", measured.times.count - measured.refusals - measured.failures), ("refused", measured.refusals),
                ("failed", measured.failures),
            ]
        }
        let routes = sorted.flatMap { route, measured in
            outcomes(measured).filter { $0.count > 0 }.map { outcome in
                (
                    labels: [("method", route.method), ("route", route.path ?? "other"), ("outcome", outcome.name)],
                    value: Double(outcome.count)
                )
            }
        }
        let refreshes = sorted.filter { $0.key.path?.hasSuffix(Self.refreshPath) == true }.flatMap { outcomes($0.value) }
        let refreshCounts = Dictionary(refreshes.map { ($0.name, $0.count) }, uniquingKeysWith: +)
        return [
            .counter("latchkey_route_requests_total", "Responses of the server by route and outcome.", routes),
            .counter(
                "latchkey_refreshes_total", "Exchanges of refresh tokens by outcome.",
                refreshCounts.sorted { $0.key < $1.key }.map { ([("outcome", $0.key)], Double($0.value)) }),
        ]
    }

    /// The path may follow the name of Google's host.
    private static let refreshPath = "/v1/token"
}
