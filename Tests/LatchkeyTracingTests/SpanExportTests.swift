import Foundation
import LatchkeyTracing
import Synchronization
import Testing

/// The exporter: what it sends, and what an outage of the collector does.
@Suite struct SpanExportTests {
    /// A collector that gives answers from a list, and then stops the export.
    private final class Collector: Sendable {
        let queue = SpanQueue()
        private let export: Mutex<SpanExport?> = Mutex(nil)
        private let replies: Mutex<[CollectorReply]>
        let batches = Mutex<[Int]>([])
        let pauses = Mutex<[Double]>([])
        let outages = Mutex<[SpanExport.Outage]>([])

        init(_ replies: [CollectorReply]) { self.replies = Mutex(replies) }

        func addSpans(_ count: Int) {
            let tracer = Tracer(sampling: Sampling(share: 1), queue: queue)
            for _ in 0..<count { tracer.root("request", .server).end() }
        }

        func run(maxAttempts: Int = 5) async -> SpanExport.Counts {
            var pace = SpanExport.Pace()
            pace.maxAttempts = maxAttempts
            let made = SpanExport(
                queue, pace: pace, pause: { seconds in self.pauses.withLock { $0.append(seconds) } },
                onOutage: { outage in self.outages.withLock { $0.append(outage) } })
            export.withLock { $0 = made }
            await made.run { batch in
                self.batches.withLock { $0.append(batch.count) }
                let (reply, isLast) = self.replies.withLock { ($0.removeFirst(), $0.isEmpty) }
                if isLast { self.export.withLock { $0 }?.stop() }
                return reply
            }
            return made.counts
        }
    }

    @Test func `spans are sent in batches`() async {
        let collector = Collector([.accepted(rejected: 0), .accepted(rejected: 0), .accepted(rejected: 8)])
        collector.addSpans(1034)
        let counts = await collector.run()
        #expect(collector.batches.withLock { $0 } == [512, 512, 10])
        #expect(counts.exported == 1026 && counts.refused == 8 && counts.unreachable == 0)
        #expect(collector.outages.withLock { $0 } == [])
    }

    @Test func `a batch is sent again after growing delays, and an outage is reported once`() async {
        let down = CollectorReply.unavailable("down")
        let collector = Collector([down, down, .unavailable("busy", retryAfterSeconds: 7), .accepted(rejected: 0), .accepted(rejected: 0)])
        collector.addSpans(600)
        let counts = await collector.run()
        #expect(collector.batches.withLock { $0 } == [512, 512, 512, 512, 88])
        #expect(counts.exported == 600 && counts.unreachable == 0)
        #expect(collector.outages.withLock { $0 } == [.begins("down"), .ends])
        let pauses = collector.pauses.withLock { $0 }
        // The first is the interval. A pause that was not needed may not have begun.
        #expect(Set(pauses).isSubset(of: [2, 1, 7]), "\(pauses)")
    }

    @Test func `a batch is given up after some attempts, or at once if it is refused`() async {
        let down = CollectorReply.unavailable("down")
        let collector = Collector([down, down, .refused("no"), .accepted(rejected: 0)])
        collector.addSpans(1025)
        let counts = await collector.run(maxAttempts: 2)
        #expect(collector.batches.withLock { $0 } == [512, 512, 512, 1])
        #expect(counts.unreachable == 512 && counts.refused == 512 && counts.exported == 1)
        #expect(collector.outages.withLock { $0 } == [.begins("down"), .ends])
    }

    @Test func `the rest of the queue is sent at the end, until the collector does not answer`() async {
        let collector = Collector([.accepted(rejected: 0)])
        collector.addSpans(512)
        #expect(await collector.run().exported == 512)
        // The first attempt stops the export: one more attempt, and no further batch.
        let gone = Collector([.unavailable("down")])
        gone.addSpans(512)
        let export = SpanExport(gone.queue, pause: { _ in }, onOutage: { _ in })
        export.stop()
        gone.addSpans(512)
        #expect(export.condition == .untried)
        await export.run { _ in .unavailable("down") }
        #expect(export.counts.unreachable == 512 && gone.queue.count == 512 && export.condition == .fails("down"))
    }

    @Test func `a request is the JSON of OTLP`() throws {
        let queue = SpanQueue()
        let number = Counter()
        let tracer = Tracer(
            sampling: Sampling(share: 0), queue: queue,
            clock: Tracer.Clock(sinceEpoch: { 1_544_712_660_000_000_000 }, elapsed: { number.next() }), random: { 0xeee1_9b7e_c3c1_b174 })
        let parent = try #require(
            TraceContext(traceparent: "00-5b8efff798038103d269b633813fc60c-eee19b7ec3c1b173-01", tracestate: "a=b"))
        let span = tracer.root("request", .server, parent: parent)
        span.setRoute("/v1/accounts:signUp", method: "POST")
        span.set(.status, .integer(500))
        span.set(.queueMilliseconds, .number(1.5))
        span.fail()
        span.end()
        let json = String(decoding: try OTLPRequest(queue.take(), version: "1.2", instance: "i").json(), as: UTF8.self)
        #expect(
            json == """
                {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"latchkey"}},\
                {"key":"service.version","value":{"stringValue":"1.2"}},{"key":"service.instance.id","value":{"stringValue":"i"}}]},\
                "scopeSpans":[{"scope":{"name":"latchkey","version":"1.2"},"spans":[{"attributes":[\
                {"key":"http.route","value":{"stringValue":"/v1/accounts:signUp"}},\
                {"key":"http.response.status_code","value":{"intValue":"500"}},{"key":"latchkey.queue_ms","value":{"doubleValue":1.5}}],\
                "endTimeUnixNano":"1544712660000000002","flags":1,"kind":2,"name":"POST /v1/accounts:signUp",\
                "parentSpanId":"eee19b7ec3c1b173","spanId":"eee19b7ec3c1b174","startTimeUnixNano":"1544712660000000001",\
                "status":{"code":2},"traceId":"5b8efff798038103d269b633813fc60c","traceState":"a=b"}]}]}]}
                """)
    }

    @Test(
        arguments: [
            (200, "{}", nil, CollectorReply.accepted(rejected: 0)), (200, "no JSON", nil, .accepted(rejected: 0)),
            (200, #"{"partialSuccess":{"rejectedSpans":"3","errorMessage":"x"}}"#, nil, .accepted(rejected: 3)),
            (200, #"{"partialSuccess":{"rejectedSpans":4}}"#, nil, .accepted(rejected: 4)),
            (200, #"{"partialSuccess":{"rejectedSpans":"-4"}}"#, nil, .accepted(rejected: 0)),
            (400, "{}", nil, .refused("It responded with status 400.")), (500, "", nil, .refused("It responded with status 500.")),
            (503, "", "7", .unavailable("It responded with status 503.", retryAfterSeconds: 7)),
            (429, "", "soon", .unavailable("It responded with status 429.", retryAfterSeconds: nil)),
        ] as [(Int, String, String?, CollectorReply)])
    func `a response says what happened to the spans`(status: Int, body: String, retryAfter: String?, reply: CollectorReply) {
        #expect(CollectorReply(status: status, body: Array(body.utf8), retryAfter: retryAfter) == reply)
    }
}
