import HTTPTypes
import LatchkeyIdentity
import NIOCore
import Testing

@testable import LatchkeyNodes

/// The requests that a node passes on to another one.
struct PassedRequestTests {
    private func name(_ text: String) throws -> HTTPField.Name { try #require(HTTPField.Name(text)) }

    private func fields(_ pairs: [(String, String)]) throws -> HTTPFields {
        var fields = HTTPFields()
        for (name, value) in pairs { fields.append(HTTPField(name: try self.name(name), value: value)) }
        return fields
    }

    @Test func otherNodeLearnsTheAddressAndTheHost() throws {
        let passed = PassedRequest.fields(
            try fields([("x-forwarded-for", "203.0.113.9"), ("if-match", "a"), ("x-forwarded-host", "no.example")]), from: "10.0.0.7",
            host: "db.example.org")
        #expect(passed[try name("x-forwarded-for")] == "203.0.113.9, 10.0.0.7")
        #expect(passed[values: try name("x-forwarded-host")] == ["db.example.org"])
        #expect(passed[.ifMatch] == "a" && PassedRequest.isMarked(passed))
    }

    @Test func headersOfTheConnectionAreRemoved() throws {
        let passed = PassedRequest.endToEnd(
            try fields([
                ("connection", "keep-alive, X-Hop, X-Forwarded-For"), ("x-hop", "1"), ("transfer-encoding", "chunked"), ("host", "h"),
                ("content-length", "1"), ("x-forwarded-for", "203.0.113.9"), ("accept", "*/*"),
            ]))
        // A client must not remove the address that a proxy has added.
        #expect(passed.map(\.name.canonicalName) == ["x-forwarded-for", "accept"])
    }

    @Test func markIsTakenFromTrustedProxiesOnly() throws {
        let proxies = [try #require(AddressRange("10.0.0.0/8"))]
        let marked = try fields([("latchkey-passed-on", "1")])
        #expect(PassedRequest.isTrusted(marked, from: "10.1.2.3", proxies))
        #expect(!PassedRequest.isTrusted(marked, from: "203.0.113.9", proxies) && !PassedRequest.isTrusted(marked, from: nil, proxies))
        #expect(PassedRequest.isTrusted(HTTPFields(), from: "203.0.113.9", proxies))
    }

    @Test(arguments: [
        ("http://10.0.0.1:9000", "http://10.0.0.1:9000"), ("https://b.example.org", "https://b.example.org:443"),
        ("http://[2001:db8::1]:9000", "http://[2001:db8::1]:9000"), ("10.0.0.1:9000", nil), ("http://", nil), ("ftp://b", nil),
        ("http://b/path", nil), ("http://user@b", nil), ("http://10.0.0.1:99999", nil), ("http://10.0.0.1:0", nil),
    ])
    func addressIsAURLWithoutAPath(_ text: String, _ url: String?) {
        #expect(NodeAddress(text)?.url == url)
    }

    @Test func bodyIsHandedOverInOrder() async throws {
        let body = BodyHandoff()
        let giving = Task {
            for part in 0..<100 { guard await body.give(ByteBuffer(integer: part)) else { return false } }
            await body.finish()
            return true
        }
        var parts: [Int] = []
        for try await part in body { parts.append(part.getInteger(at: 0) ?? -1) }
        #expect(parts == Array(0..<100))
        #expect(await giving.value)
    }

    @Test func errorOfAnIncompleteBodyIsHandedOver() async {
        struct Broken: Error {}
        let body = BodyHandoff()
        let giving = Task {
            _ = await body.give(ByteBuffer(string: "1"))
            await body.finish(Broken())
        }
        await #expect(throws: Broken.self) { for try await _ in body {} }
        await giving.value
    }

    @Test func givingEndsWhenNothingIsTakenAnyMore() async throws {
        let body = BodyHandoff()
        let giving = Task { await body.give(ByteBuffer()) }
        let waiting = Task { await body.waitUntilWanted() }
        await body.finish()
        #expect(await !giving.value)
        #expect(await !waiting.value)
        #expect(try await body.makeAsyncIterator().next() == nil)
    }
}
