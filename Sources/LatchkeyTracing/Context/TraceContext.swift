/// The position in a trace that one service passes to another: the headers `traceparent` and `tracestate`.
///
/// <https://www.w3.org/TR/trace-context/>
package struct TraceContext: Sendable, Equatable {
    package let traceID: TraceID
    /// The span of the service that sends the headers.
    package let spanID: SpanID
    /// Whether that service records the trace.
    package let isSampled: Bool
    /// The values of other tracing systems, which are passed on unchanged.
    package let state: TraceState?

    package static let parentHeader = "traceparent"
    package static let stateHeader = "tracestate"

    package init(traceID: TraceID, spanID: SpanID, isSampled: Bool, state: TraceState? = nil) {
        self.traceID = traceID
        self.spanID = spanID
        self.isSampled = isSampled
        self.state = state
    }

    /// The number of characters of version 00.
    private static let length = 55
    /// Later versions may be longer.
    private static let maxLength = 512

    /// Reads the headers of a request. An invalid `tracestate` is ignored, as the specification requires.
    ///
    /// - Parameters:
    ///   - traceparent: The value of the header; of two headers, both values with a comma, which is invalid.
    ///   - tracestate: All values of the header, joined with commas.
    /// - Returns: `nil` if `traceparent` is invalid.
    package init?(traceparent: String, tracestate: String? = nil) {
        let bytes = Array(traceparent.utf8.prefix(Self.maxLength + 1))
        guard bytes.count >= Self.length, bytes.count <= Self.maxLength, [2, 35, 52].allSatisfy({ bytes[$0] == 0x2d }),
            let version = Hex.number(bytes[0..<2]), version != 0xff,
            // A later version may add fields after a hyphen; version 00 has none.
            bytes.count == Self.length || version > 0 && bytes[Self.length] == 0x2d,
            let high = Hex.number(bytes[3..<19]), let low = Hex.number(bytes[19..<35]), let traceID = TraceID(high: high, low: low),
            let spanID = Hex.number(bytes[36..<52]).flatMap({ SpanID($0) }), let flags = Hex.number(bytes[53..<55])
        else { return nil }
        self.init(
            traceID: traceID, spanID: spanID, isSampled: flags & 1 == 1, state: tracestate.flatMap { TraceState($0) })
    }

    /// The value of the header `traceparent`, in version 00.
    package var traceparent: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }
}
