import LatchkeyTracing
import Testing

/// The headers of W3C Trace Context. The values are the examples of the specification, <https://www.w3.org/TR/trace-context/>.
@Suite struct TraceContextTests {
    @Test func `the examples of the specification are read and written`() throws {
        let sampled = try #require(TraceContext(traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"))
        #expect(sampled.traceID.description == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(sampled.spanID.description == "00f067aa0ba902b7")
        #expect(sampled.isSampled && sampled.state == nil)
        #expect(sampled.traceparent == "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
        let other = try #require(TraceContext(traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"))
        #expect(!other.isSampled && other.traceparent.hasSuffix("-00"))
    }

    /// Versions above 00 are read as version 00, with possible further fields; unknown flags are ignored and not passed on.
    @Test(arguments: [
        "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-the-future",
        "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-03", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-ff",
    ])
    func `later versions and flags are accepted`(header: String) throws {
        let context = try #require(TraceContext(traceparent: header))
        #expect(context.traceparent == "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
    }

    @Test(arguments: [
        "", "00", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
        // Ids of zeros only.
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01", "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        // The forbidden version, and one that is no number.
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "0x-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        // Upper case.
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01", "00-4bf92f3577b34da6a3ce929d0e0e4736-00F067AA0BA902B7-01",
        "CC-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0A",
        // Other characters and lengths.
        "00-4bf92f3577b34da6a3ce929d0e0e473-600f067aa0ba902b7-01", "00_4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7_01",
        "00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1",
        // Version 00 has no further fields.
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
        "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.more",
        // Two headers, as they are joined.
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01, 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-" + String(repeating: "a", count: 500),
    ])
    func `an invalid parent is refused`(header: String) {
        #expect(TraceContext(traceparent: header) == nil)
    }

    @Test func `an invalid state does not invalidate the parent`() throws {
        let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        let good = try #require(TraceContext(traceparent: parent, tracestate: "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"))
        #expect(good.state?.text == "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE")
        let bad = try #require(TraceContext(traceparent: parent, tracestate: "Rojo=1"))
        #expect(bad.state == nil && bad.traceparent == parent)
    }

    @Test(arguments: [
        ("rojo=00f067aa0ba902b7,congo=t61rcWkgMzE", "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"),
        ("vendorname1=opaqueValue1,vendorname2=opaqueValue2", "vendorname1=opaqueValue1,vendorname2=opaqueValue2"),
        ("fw529a3039@dt=FfffffdadaaaaaaaabA", "fw529a3039@dt=FfffffdadaaaaaaaabA"), ("a=1 ,\tb=2,,", "a=1,b=2"), ("a= b", "a= b"),
        ("0t@sys/tem*-_=!~", "0t@sys/tem*-_=!~"),
    ])
    func `a list is passed on`(header: String, text: String) {
        #expect(TraceState(header)?.text == text)
    }

    @Test(arguments: [
        "", ",", "a", "=1", "a=", "A=1", "1a=1", "a=1,a=2", "a=1=2", "a=é", "a=\u{7f}", "a@b@c=1", "a@1=1", "a b=1",
        String(repeating: "k", count: 257) + "=1", "a=" + String(repeating: "v", count: 257),
        "a@" + String(repeating: "s", count: 15) + "=1",
        (1...33).map { "k\($0)=1" }.joined(separator: ","),
    ])
    func `an invalid list is not passed on`(header: String) {
        #expect(TraceState(header) == nil)
    }

    /// "Entries larger than 128 characters long SHOULD be removed first. Then entries SHOULD be removed starting from the end."
    @Test func `a list of more than 512 characters loses entries`() {
        let short = (1...32).map { "k\($0)=12345678" }
        #expect(TraceState(short.joined(separator: ","))?.text == short.joined(separator: ","))
        let long = "long=" + String(repeating: "v", count: 200)
        #expect(TraceState(([long] + short.prefix(31)).joined(separator: ","))?.text == short.prefix(31).joined(separator: ","))
        let middle = (10...14).map { "k\($0)=" + String(repeating: "v", count: 116) }
        #expect(middle.allSatisfy { $0.utf8.count == 120 })
        #expect(TraceState(middle.joined(separator: ","))?.text == middle.prefix(4).joined(separator: ","))
    }
}
