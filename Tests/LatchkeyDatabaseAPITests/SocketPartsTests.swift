import HTTPTypes
import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeyTree
import NIOCore
import NIOEmbedded
import NIOWebSocket
import Testing

@testable import LatchkeyDatabaseAPI
@testable import LatchkeyWeb

@Suite struct SocketFragmentsTests {
    private func frame(_ opcode: WebSocketOpcode, _ text: String, final: Bool = true) -> WebSocketFrame {
        WebSocketFrame(fin: final, opcode: opcode, maskKey: [1, 2, 3, 4], data: masked(text))
    }

    private func masked(_ text: String) -> ByteBuffer {
        var data = ByteBuffer(string: text)
        data.webSocketMask([1, 2, 3, 4])
        return data
    }

    @Test func textsComeTogetherOneAfterTheOther() throws {
        var fragments = SocketFragments()
        for _ in 0..<2 {
            #expect(try fragments.take(frame(.text, "ab", final: false)) == nil)
            #expect(try fragments.take(frame(.continuation, "", final: false)) == nil)
            #expect(try fragments.take(frame(.continuation, "c")) == Array("abc".utf8))
            #expect(try fragments.take(frame(.text, "whole")) == Array("whole".utf8))
        }
    }

    @Test func endlessFragmentsAreNotGathered() {
        var fragments = SocketFragments()
        let error = #expect(throws: SocketBreach.self) {
            _ = try fragments.take(frame(.text, "", final: false))
            for _ in 0..<100_000 { _ = try fragments.take(frame(.continuation, "", final: false)) }
        }
        #expect(error?.code == .messageTooLarge)
    }
}

@Suite struct SocketPulseTests {
    /// Beats occur every 30 seconds of the channel's own time.
    private func channel() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: SocketPulse())
        try channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    @Test func aClientIsPinged() throws {
        let channel = try channel()
        #expect(try channel.readOutbound(as: WebSocketFrame.self) == nil)
        channel.embeddedEventLoop.advanceTime(by: .seconds(30))
        #expect(try channel.readOutbound(as: WebSocketFrame.self)?.opcode == .ping)
        #expect(channel.isActive)
        _ = try? channel.finish()
    }

    @Test func aSilentClientIsGone() throws {
        let channel = try channel()
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
        _ = try? channel.finish()
    }

    @Test func aClientThatIsNotReadFromDoesNotCountAsSilent() throws {
        let channel = try channel()
        channel.embeddedEventLoop.advanceTime(by: .seconds(45))
        channel.pipeline.fireUserInboundEventTriggered(SocketPulse.NotReading())
        channel.embeddedEventLoop.advanceTime(by: .seconds(45))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(30))
        #expect(!channel.isActive)
        _ = try? channel.finish()
    }
}

@Suite struct DatabaseHostTests {
    private static let proxies = [AddressRange("10.0.0.0/8")].compactMap { $0 }

    @Test(
        arguments: [
            ("the name that was asked for", "db.example.org:9000", nil, "192.0.2.1", "db.example.org:9000"),
            ("a proxy of ours says the name that it was asked for", "inner:9000", "db.example.org", "10.1.2.3", "db.example.org"),
            ("the first proxy of several knows it", "inner:9000", "db.example.org, middle", "10.1.2.3", "db.example.org"),
            ("anybody else's word does not count", "db.example.org", "evil.example", "192.0.2.1", "db.example.org"),
            ("a name that is none", "db.example.org", "a b\"c", "10.1.2.3", "db.example.org"),
            ("nothing that could be told", "<script>", nil, "192.0.2.1", "localhost"),
            ("an address of version 6", "[::1]:9000", nil, "::1", "[::1]:9000"),
        ] as [(String, String, String?, String, String)])
    func clientReceivesTheHostItRequested(_ case: String, received: String, forwarded: String?, from: String, told: String) throws {
        var headers = HTTPFields()
        if let forwarded { headers[try #require(HTTPField.Name("x-forwarded-host"))] = forwarded }
        #expect(DatabaseHost.name(authority: received, headers: headers, from: from, Self.proxies) == told)
    }

    @Test(
        arguments: [
            ("shop.db.example.org", false, "shop"), ("Shop.example.org:9000", false, "shop"), ("localhost:9000", false, nil),
            ("127.0.0.1:9000", false, nil), ("[::1]:9000", false, nil), (".example.org", false, nil), ("shop.localhost:9000", true, "shop"),
            ("shop.example.org", true, nil), ("a.shop.localhost", true, nil), ("", false, nil),
        ] as [(String, Bool, String?)])
    func hostNamesAreMappedToDatabaseNames(_ host: String, isLenient: Bool, name: String?) {
        #expect(DatabaseResolver.name(in: host, isLenient: isLenient) == name)
    }
}

@Suite struct PollScriptTests {
    @Test func aCallNamesTheFunctionsOfThePage() {
        var script = PollScript(callback: 7)
        script.start(id: "i", password: "p")
        script.append(.init(number: 3, messages: [Array(#"{"a":1}"#.utf8), Array(#"[2]"#.utf8)], isLast: true))
        #expect(
            String(decoding: script.bytes, as: UTF8.self) == """
                (window.pLPCommand7?window:parent).pLPCommand7("start","i","p");
                (window.pRTLPCB7?window:parent).pRTLPCB7(3,[{"a":1},[2]]);
                (window.pLPCommand7?window:parent).pLPCommand7("close",3);

                """)
    }

    @Test func withoutANumberTheyHaveTheirPlainNames() {
        var script = PollScript(callback: nil)
        script.append(.init(number: 0, messages: [], isLast: false))
        #expect(String(decoding: script.bytes, as: UTF8.self) == "pRTLPCB(0,[]);\n")
    }

    @Test func scriptEscapesSpecialJavaScriptSyntax() {
        var script = PollScript(callback: nil)
        script.append(
            .init(number: 0, messages: [Array("{\"a\":\"\u{2028}\u{2029}\"}".utf8), Array(#"{"__proto__":"\""}"#.utf8)], isLast: false))
        #expect(
            String(decoding: script.bytes, as: UTF8.self)
                == #"pRTLPCB(0,[{"a":"\u2028\u2029"},JSON.parse("{\"__proto__\":\"\\\"\"}")]);"# + "\n")
    }
}
