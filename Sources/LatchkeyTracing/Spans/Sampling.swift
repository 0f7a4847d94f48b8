/// The share of traces that are recorded.
///
/// The decision depends on the last 56 bits of the trace id, as in OpenTelemetry's consistent probability sampling: services with the same
/// share record the same traces. <https://opentelemetry.io/docs/specs/otel/trace/tracestate-probability-sampling/>
package struct Sampling: Sendable, Equatable {
    /// Ids below this number are not recorded.
    private let threshold: UInt64

    private static let range: UInt64 = 1 << 56

    /// - Parameter share: From 0 for no trace to 1 for all.
    package init(share: Double) {
        threshold = Self.range - UInt64((min(1, max(0, share.isNaN ? 0 : share)) * Double(Self.range)).rounded())
    }

    package func includes(_ id: TraceID) -> Bool { id.low & (Self.range - 1) >= threshold }
}
