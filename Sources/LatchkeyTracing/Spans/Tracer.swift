/// Begins traces, and decides which of them are recorded.
package final class Tracer: Sendable {
    /// The time, as two clocks.
    package struct Clock: Sendable {
        /// Returns the nanoseconds since 1970. It may jump.
        let sinceEpoch: @Sendable () -> UInt64
        /// Returns nanoseconds of a clock that does not jump.
        let elapsed: @Sendable () -> UInt64

        package init(sinceEpoch: @escaping @Sendable () -> UInt64, elapsed: @escaping @Sendable () -> UInt64) {
            self.sinceEpoch = sinceEpoch
            self.elapsed = elapsed
        }
    }

    package let queue: SpanQueue
    let clock: Clock
    let random: @Sendable () -> UInt64
    private let sampling: Sampling

    /// - Parameters:
    ///   - sampling: The share of traces that are recorded.
    ///   - queue: Takes the finished spans.
    package init(
        sampling: Sampling, queue: SpanQueue, clock: Clock = .system, random: @escaping @Sendable () -> UInt64 = Tracer.systemRandom
    ) {
        self.sampling = sampling
        self.queue = queue
        self.clock = clock
        self.random = random
    }

    /// Begins the first span of this process in a trace.
    ///
    /// - Parameter parent: The position that an accepted caller sent; its decision about the sample is kept. `nil` begins a trace.
    package func root(_ name: StaticString, _ kind: SpanKind, parent: TraceContext? = nil) -> ActiveSpan {
        let traceID = parent?.traceID ?? TraceID(random: random)
        let context = TraceContext(
            traceID: traceID, spanID: SpanID(random: random), isSampled: parent?.isSampled ?? sampling.includes(traceID),
            state: parent?.state)
        return ActiveSpan(
            context, parent: parent?.spanID, name: name.description, kind: kind, tracer: self,
            clockOffset: context.isSampled ? clock.sinceEpoch() &- clock.elapsed() : 0)
    }

    package static let systemRandom: @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }
}

extension Tracer.Clock {
    /// The clocks of the system.
    package static var system: Tracer.Clock {
        let start = ContinuousClock.now
        return Tracer.Clock(
            sinceEpoch: { SystemTime.nanosecondsSinceEpoch },
            elapsed: {
                let passed = start.duration(to: .now).components
                return UInt64(clamping: passed.seconds) &* 1_000_000_000 &+ UInt64(clamping: passed.attoseconds / 1_000_000_000)
            })
    }
}
