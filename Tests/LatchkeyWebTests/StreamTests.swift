import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import LatchkeyWeb

@Suite struct StreamOutputTests {
    private let everybody = OutgoingBytes(maxBytes: 1_000_000)

    private func stream() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: StreamOutput(everybody, patience: .seconds(60)))
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/client")).wait()
        return channel
    }

    private func body(_ count: Int) -> HTTPResponsePart { .body(ByteBuffer(repeating: 1, count: count)) }

    @Test func bytesAreCountedUntilTheClientReadsThem() throws {
        let stream = try stream()
        stream.write(body(200_000), promise: nil)
        #expect(everybody.total == 200_000)
        stream.flush()
        #expect(everybody.total == 0)
        stream.write(body(50_000), promise: nil)
        stream.close(promise: nil)
        stream.embeddedEventLoop.run()
        #expect(everybody.total == 0, "a stream that is gone holds nothing")
    }

    @Test func largeBodyIsSplit() throws {
        let stream = try stream()
        stream.writeAndFlush(body(150_000), promise: nil)
        var sizes: [Int] = []
        while case .body(let part)? = try stream.readOutbound(as: HTTPResponsePart.self) { sizes.append(part.readableBytes) }
        #expect(sizes == [65_536, 65_536, 18_928])
    }

    @Test func streamWhoseClientReadsNothingEnds() throws {
        let stream = try stream()
        stream.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
        stream.embeddedEventLoop.advanceTime(by: .seconds(59))
        #expect(stream.isActive)
        stream.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!stream.isActive)
    }

    @Test func clientThatReadsSlowlyIsNotInterrupted() throws {
        let stream = try stream()
        for _ in 0..<5 {
            stream.write(body(1), promise: nil)
            stream.embeddedEventLoop.advanceTime(by: .seconds(40))
            stream.flush()
        }
        stream.embeddedEventLoop.advanceTime(by: .minutes(5))
        #expect(stream.isActive, "nothing waits")
    }
}

@Suite struct StalledRequestTests {
    private func stream() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: StalledRequest(timeout: .seconds(30)))
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/client")).wait()
        return channel
    }

    private let head = HTTPRequestPart.head(HTTPRequest(method: .post, scheme: "https", authority: "a.example", path: "/x"))

    @Test func streamEndsAfterItsLastPart() throws {
        let stream = try stream()
        try stream.writeInbound(head)
        stream.embeddedEventLoop.advanceTime(by: .seconds(20))
        try stream.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "x")))
        stream.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(stream.isActive)
        stream.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!stream.isActive)
    }

    /// A response is limited by what the client reads of it, also while the server shuts down.
    @Test func responseIsNotInterrupted() throws {
        let stream = try stream()
        try stream.writeInbound(head)
        stream.embeddedEventLoop.advanceTime(by: .seconds(1))
        try stream.writeInbound(HTTPRequestPart.end(nil))
        stream.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        stream.write(HTTPResponsePart.end(nil), promise: nil)
        stream.embeddedEventLoop.advanceTime(by: .minutes(10))
        #expect(stream.isActive)
    }
}

@Suite struct StreamFieldsTests {
    private func request(_ authority: String? = "a.example", path: String? = "/x", fields: HTTPFields = [:]) -> HTTPRequest {
        HTTPRequest(method: .get, scheme: "https", authority: authority, path: path, headerFields: fields)
    }

    /// The requests that RFC 9113, section 8.3.1, calls malformed, or lets a server treat so.
    @Test(
        arguments: [
            ("a.example", [], true), ("a.example", ["a.example"], true), ("a.example", ["A.Example"], true), (nil, ["a.example"], true),
            (nil, [], true), ("a.example", ["b.example"], false), (nil, ["a.example", "b.example"], false),
            ("a.example", ["a.example", "b.example"], false),
        ] as [(String?, [String], Bool)])
    func hostIsOne(authority: String?, hosts: [String], isAccepted: Bool) throws {
        var head = request(authority)
        let field = try #require(HTTPField.Name("host"))
        head.headerFields[values: field] = hosts
        #expect(StreamHost.unify(&head) == isAccepted)
        guard isAccepted else { return }
        #expect(head.authority?.lowercased() == (authority ?? hosts.first)?.lowercased())
        #expect(head.headerFields[field] == nil)
    }

    @Test(arguments: [("/x", true), ("*", true), ("x", false), ("http://a.example/x", false), ("", false), (nil, false)])
    func pathIsThatOfThisServer(path: String?, isAccepted: Bool) {
        var head = request(path: path)
        #expect(StreamHost.unify(&head) == isAccepted)
    }

    /// RFC 9113, section 8.2.2.
    @Test func fieldsOfAConnectionAreRemoved() throws {
        let stream = EmbeddedChannel(handler: StreamFields(StreamCounts()))
        var head = HTTPResponse(status: .ok)
        for name in ["Connection", "Keep-Alive", "Proxy-Connection", "Transfer-Encoding", "Upgrade", "X-Kept"] {
            head.headerFields[try #require(HTTPField.Name(name))] = "x"
        }
        try stream.writeOutbound(HTTPResponsePart.head(head))
        guard case .head(let written)? = try stream.readOutbound(as: HTTPResponsePart.self) else {
            Issue.record("no head")
            return
        }
        #expect(written.headerFields.map(\.name.rawName) == ["X-Kept"])
    }

    /// Indexed fields would fill a table whose size the client chooses (RFC 7541, section 4.2).
    @Test func fieldsStayOutOfTheTable() throws {
        let stream = EmbeddedChannel(handler: StreamFields(StreamCounts()))
        var head = HTTPResponse(status: .unauthorized)
        for name in ["Access-Control-Allow-Origin", "Content-Type", "X-Other"] {
            head.headerFields[try #require(HTTPField.Name(name))] = "x"
        }
        try stream.writeOutbound(HTTPResponsePart.head(head))
        try stream.writeOutbound(HTTPResponsePart.end(head.headerFields))
        guard case .head(let written)? = try stream.readOutbound(as: HTTPResponsePart.self),
            case .end(let trailers?)? = try stream.readOutbound(as: HTTPResponsePart.self)
        else {
            Issue.record("no head or no trailers")
            return
        }
        let fields = [written.pseudoHeaderFields.status] + written.headerFields + trailers
        #expect(fields.map(\.indexingStrategy) == Array(repeating: .avoid, count: 7))
    }

    @Test func floodOfRefusalsIsNoticed() {
        let (counts, begin) = (StreamCounts(), NIODeadline.uptimeNanoseconds(0))
        let first = (0..<201).map { counts.refuse(at: begin + .milliseconds($0)) }
        #expect(first == Array(repeating: false, count: 200) + [true])
        let later = (0..<200).map { counts.refuse(at: begin + .seconds(31) + .milliseconds($0)) }
        #expect(!later.contains(true), "others are no longer within 30 seconds")
    }

    @Test func fieldsOfAllRequestsTogetherAreLimited() throws {
        let counts = StreamCounts()
        var fields = HTTPFields()
        fields[try #require(HTTPField.Name("x-large"))] = String(repeating: "a", count: 110_000)
        let streams = (0..<5).map { _ in EmbeddedChannel(handler: StreamFields(counts)) }
        for stream in streams { try stream.writeInbound(HTTPRequestPart.head(request(fields: fields))) }
        let accepted = try streams.map { try $0.readInbound(as: HTTPRequestPart.self) != nil }
        #expect(accepted == [true, true, true, true, false])
        for stream in streams { _ = try stream.finish() }
        #expect(counts.change(by: 0) == 0)
        let later = EmbeddedChannel(handler: StreamFields(counts))
        try later.writeInbound(HTTPRequestPart.head(request(fields: fields)))
        #expect(try later.readInbound(as: HTTPRequestPart.self) != nil)
    }
}
