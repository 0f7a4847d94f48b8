import Synchronization

/// A span that has begun. A span of a trace without a sample records nothing, and only has the ids that are passed on.
package final class ActiveSpan: Sendable {
    /// The span of the current task; `nil` without tracing.
    @TaskLocal package static var current: ActiveSpan?

    package let context: TraceContext
    private let tracer: Tracer
    /// The difference between the time since 1970 and the tracer's monotonic clock. All spans of a trace in this process share it.
    private let clockOffset: UInt64
    /// `nil` for a span that is not recorded, or has ended.
    private let record: Mutex<SpanRecord?>

    init(_ context: TraceContext, parent: SpanID?, name: String, kind: SpanKind, tracer: Tracer, clockOffset: UInt64) {
        self.context = context
        self.tracer = tracer
        self.clockOffset = clockOffset
        let begin = clockOffset &+ tracer.clock.elapsed()
        record = Mutex(
            context.isSampled
                ? SpanRecord(context: context, parent: parent, kind: kind, name: name, begin: begin, end: begin) : nil)
    }

    /// Sets an attribute. A later value replaces an earlier one.
    package func set(_ key: SpanKey, _ value: SpanValue) {
        guard context.isSampled else { return }
        record.withLock { record in
            record?.attributes.removeAll { $0.key == key }
            record?.attributes.append((key, value.bounded))
        }
    }

    /// Names the span after the route of its request.
    ///
    /// - Parameters:
    ///   - method: One of the known methods.
    ///   - route: The pattern of the path; `nil` for a path without a route.
    package func setRoute(_ route: String?, method: String) {
        guard context.isSampled else { return }
        record.withLock { $0?.name = route.map { method + " " + $0 } ?? method }
        if let route { set(.route, .text(route)) }
    }

    /// The attribute that was set; `nil` for none.
    package func value(of key: SpanKey) -> SpanValue? {
        record.withLock { record in record?.attributes.first { $0.key == key }?.value }
    }

    /// Marks the span as failed.
    package func fail() {
        record.withLock { $0?.hasFailed = true }
    }

    /// Ends the span and hands it to the exporter. Later calls have no effect.
    package func end() {
        guard context.isSampled else { return }
        let ended = record.withLock { record in
            defer { record = nil }
            return record
        }
        guard var ended else { return }
        ended.end = max(ended.begin, clockOffset &+ tracer.clock.elapsed())
        tracer.queue.add(ended)
    }

    /// Whether the span is recorded and has not ended.
    private var isRecording: Bool { context.isSampled && record.withLock { $0 != nil } }

    private func child(_ name: StaticString, _ kind: SpanKind) -> ActiveSpan {
        ActiveSpan(
            TraceContext(
                traceID: context.traceID, spanID: SpanID(random: tracer.random), isSampled: context.isSampled, state: context.state),
            parent: context.spanID, name: name.description, kind: kind, tracer: tracer, clockOffset: clockOffset)
    }

    /// Runs `body` in a span below the current one. Without a current span, or with one that is not recorded or has ended, it only runs
    /// `body`: a task that a request began, such as a session of long polling, may outlive the request by hours.
    ///
    /// The name cannot contain data of a request. An error of `body` is recorded by the name of its type; only the span of a call to another
    /// program is failed by it, because a transaction that refuses a request works as it should.
    package static func below<Result>(
        _ name: StaticString, _ kind: SpanKind = .internal, _ body: (ActiveSpan?) async throws -> Result
    ) async rethrows -> Result {
        guard let current, current.isRecording else { return try await body(nil) }
        return try await current.child(name, kind).run(body)
    }

    /// Runs `body` as the current span, and ends the span.
    package func run<Result>(_ body: (ActiveSpan?) async throws -> Result) async rethrows -> Result {
        defer { end() }
        do {
            return try await Self.$current.withValue(self) { try await body(self) }
        } catch {
            note(error)
            throw error
        }
    }

    private func note(_ error: any Error) {
        guard let kind = record.withLock({ $0?.kind }) else { return }
        if value(of: .errorType) == nil { set(.errorType, .text(String(describing: type(of: error)))) }
        if kind == .client { fail() }
    }
}
