import LatchkeyTracing
import Synchronization
import Testing

/// Which spans are recorded, and what they contain.
@Suite struct SpanTests {
    /// A clock that shows another microsecond at each look, and ids that count.
    private func tracer(share: Double, queue: SpanQueue) -> Tracer {
        let (time, number) = (Counter(), Counter())
        return Tracer(
            sampling: Sampling(share: share), queue: queue,
            clock: Tracer.Clock(sinceEpoch: { 1_800_000_000_000_000_000 }, elapsed: { time.next() * 1000 }), random: { number.next() })
    }

    private struct Refusal: Error {}

    @Test func `spans of a trace have its id and their parents`() async throws {
        let queue = SpanQueue()
        let tracer = tracer(share: 1, queue: queue)
        await tracer.root("request", .server).run { _ in
            await ActiveSpan.below("outer") { outer in
                #expect(ActiveSpan.current === outer)
                await ActiveSpan.below("inner", .client) { _ in }
            }
            #expect(ActiveSpan.current?.context.spanID == SpanID(3))
        }
        #expect(ActiveSpan.current == nil)
        let spans = queue.take()
        #expect(spans.map(\.name) == ["inner", "outer", "request"])
        #expect(spans.map(\.kind) == [.client, .internal, .server])
        #expect(spans.map(\.context.spanID) == [SpanID(5), SpanID(4), SpanID(3)])
        #expect(spans.map(\.parent) == [SpanID(4), SpanID(3), nil])
        #expect(Set(spans.map(\.context.traceID)).count == 1)
        #expect(spans.allSatisfy { $0.begin > 1_800_000_000_000_000_000 && $0.begin < $0.end })
    }

    @Test func `a trace of a caller keeps its id, its state and its decision`() async throws {
        let queue = SpanQueue()
        for (share, flags) in [(0.0, "01"), (1.0, "00")] {
            let parent = try #require(
                TraceContext(traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-\(flags)", tracestate: "a=b"))
            await tracer(share: share, queue: queue).root("request", .server, parent: parent).run { span in
                await ActiveSpan.below("call") { _ in
                    let current = ActiveSpan.current?.context
                    #expect(current?.traceID == parent.traceID && current?.spanID != parent.spanID)
                    #expect(current?.state?.text == "a=b" && current?.traceparent.hasSuffix(flags) == true)
                }
                #expect(span?.context.isSampled == (flags == "01"))
            }
            #expect(queue.take().map(\.parent) == (flags == "01" ? [SpanID(1), parent.spanID] : []))
        }
    }

    @Test func `without a trace only the body runs`() async {
        #expect(await ActiveSpan.below("call") { $0 == nil && ActiveSpan.current == nil })
        let queue = SpanQueue()
        await tracer(share: 0, queue: queue).root("request", .server).run { span in
            span?.set(.status, .integer(200))
            #expect(await ActiveSpan.below("call") { $0 == nil })
        }
        #expect(queue.count == 0)
    }

    @Test func `work that outlives its request is not recorded`() async {
        let queue = SpanQueue()
        let (isOver, over) = AsyncStream.makeStream(of: Void.self)
        let later = await tracer(share: 1, queue: queue).root("request", .server).run { _ in
            Task {
                for await _ in isOver {}
                return await ActiveSpan.below("later") { $0 == nil }
            }
        }
        over.finish()
        #expect(await later.value && queue.take().map(\.name) == ["request"])
    }

    @Test func `an error is recorded by its type and fails only calls of other programs`() async throws {
        let queue = SpanQueue()
        await tracer(share: 1, queue: queue).root("request", .server).run { _ in
            try? await ActiveSpan.below("transaction") { _ in throw Refusal() }
            try? await ActiveSpan.below("call", .client) { _ in throw Refusal() }
        }
        let spans = queue.take()
        #expect(spans.map(\.hasFailed) == [false, true, false])
        #expect(spans.map { $0.attributes.first { $0.key == .errorType }?.value } == [.text("Refusal"), .text("Refusal"), nil])
    }

    /// The last 56 bits of an id, compared with the share: half of all ids end with at least 80 00 00 00 00 00 00.
    @Test(arguments: [
        (1.0, UInt64.min, true), (0.0, UInt64.max, false), (0.5, 0x00_80_00_00_00_00_00_00, true), (0.5, 0xff_7f_ff_ff_ff_ff_ff_ff, false),
        (0.25, 0x00_c0_00_00_00_00_00_00, true), (0.25, 0x00_bf_ff_ff_ff_ff_ff_ff, false), (0.01, 0x00_fd_70_a3_d7_0a_3d_71, true),
        (0.01, 0x00_fd_70_a3_d7_0a_3d_6f, false), (.nan, UInt64.max, false),
    ])
    func `the id decides about the sample`(share: Double, low: UInt64, isIncluded: Bool) throws {
        #expect(Sampling(share: share).includes(try #require(TraceID(high: 1, low: low))) == isIncluded)
    }

    @Test func `a full queue drops new spans and counts them`() async {
        let queue = SpanQueue(capacity: 2)
        let tracer = tracer(share: 1, queue: queue)
        for _ in 1...5 { tracer.root("request", .server).end() }
        #expect(queue.count == 2 && queue.droppedCount == 3)
        #expect(queue.take().map(\.context.spanID) == [SpanID(3), SpanID(6)])
        tracer.root("request", .server).end()
        #expect(queue.count == 1 && queue.droppedCount == 3)
    }

    @Test func `a span ends once and texts are short`() throws {
        let queue = SpanQueue()
        let span = tracer(share: 1, queue: queue).root("request", .server)
        span.set(.serverAddress, .text(String(repeating: "é", count: 200)))
        span.end()
        span.set(.status, .integer(1))
        span.end()
        let record = try #require(queue.take().first)
        #expect(record.attributes.map(\.value) == [.text(String(repeating: "é", count: 128))] && queue.count == 0)
    }
}

final class Counter: Sendable {
    private let value = Atomic<UInt64>(0)
    func next() -> UInt64 { value.add(1, ordering: .relaxed).newValue }
}
