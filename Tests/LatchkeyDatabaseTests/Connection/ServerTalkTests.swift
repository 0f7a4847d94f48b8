import LatchkeyTree
import LatchkeyWire
import Testing

@testable import LatchkeyDatabase

/// Valid and invalid messages of a server.
@Suite(.timeLimit(.minutes(10))) struct ServerTalkTests {
    @Test func serverMessagesAreDeliveredInOrder() async throws {
        let desk = Desk()
        let line = try await desk.open()
        line.push("d", #"{"p":"rooms/a","d":{".value":1,".priority":"x"},"t":7}"#)
        line.push("m", #"{"p":"/rooms","d":{"a":null,"b/c":true},"t":null}"#)
        line.push("m", #"{"p":"","d":{}}"#)
        #expect(await desk.notebook.next() == #"put /rooms/a #7 {".value":1,".priority":"x"}"#)
        #expect(await desk.notebook.next() == "merge /rooms /a=null /b/c=true")
        #expect(await desk.notebook.next() == "merge / ")
        line.push("d", #"{"p":"rooms/a/.priority","d":5}"#)
        #expect(await desk.notebook.next() == "merge /rooms/a /.priority=5")
    }

    @Test func messagesInPiecesAreJoinedAndSentSo() async throws {
        let desk = Desk()
        let line = try await desk.open()
        let text = #"{"t":"d","d":{"a":"d","b":{"p":"a","d":"äöü"}}}"#
        line.say("3")
        for part in [text.prefix(10), text.dropFirst(10).prefix(20), text.dropFirst(30)] { line.say(String(part)) }
        line.say("0")
        line.say("1")
        line.say(#"{"t":"d","d":{"a":"d","b":{"p":"b","d":1}}}"#)
        #expect(await desk.notebook.next() == #"put /a "äöü""#)
        #expect(await desk.notebook.next() == "put /b 1")

        let long = String(repeating: "ä", count: 20_000)
        try desk.put("\"\(long)\"", at: "/long", "put")
        #expect(await line.frame() == "3")
        var joined = ""
        for _ in 0..<3 {
            let frame = try #require(await line.frame())
            #expect(frame.utf16.count <= 16_384)
            joined += frame
        }
        #expect(joined == #"{"t":"d","d":{"r":1,"a":"p","b":{"p":"/long","d":"\#(long)"}}}"#)
    }

    @Test(arguments: [
        (#"{"t":"d","d":{"a":"rm","b":{"p":"a","d":[]}}}"#, "unrequested ranges"),
        (#"{"t":"d","d":{"a":"apc","b":{"s":"x","d":"y"}}}"#, "App Check"),
        (#"{"t":"d","d":{"a":"sd","b":{"msg":"debugging"}}}"#, "what debugging prints"),
        (#"{"t":"d","d":{"a":"newer","b":1}}"#, "an action of a newer server"),
        (#"{"t":"d","d":{"error":"text"}}"#, "an error in words"),
        (#"{"t":"c","d":{"t":"e","d":"text"}}"#, "an error in control"),
        (#"{"t":"c","d":{"t":"o","d":{}}}"#, "a pong"),
        (#"{"t":"newer","d":{}}"#, "a message of a newer kind"),
        (#"{"t":"d","d":{"r":99,"b":{"s":"ok","d":""}}}"#, "an answer to nothing"),
        (#"{"t":"d","d":{}}"#, "nothing at all"),
        (#"{"t":"c","d":{"t":"h","d":{"ts":5,"s":"again"}}}"#, "a second greeting"),
    ])
    func unknownMessagesAreIgnored(text: String, why: String) async throws {
        let desk = Desk()
        let line = try await desk.open()
        line.say(text)
        line.push("d", #"{"p":"a","d":1}"#)
        #expect(await desk.notebook.next() == "put /a 1", "\(why)")
    }

    @Test(arguments: [
        ("{", "half an object"),
        ("not JSON", "no JSON"),
        ("[]", "no message"),
        (#"{"t":"d"}"#, "a message without its content"),
        (#"{"t":"d","d":{"a":"d","b":{"d":1}}}"#, "data for no place"),
        (#"{"t":"d","d":{"a":"d","b":{"p":"a$b","d":1}}}"#, "data for a place that cannot be"),
        (#"{"t":"d","d":{"a":"d","b":{"p":"a","d":{"a$b":1}}}}"#, "data that cannot be"),
        (#"{"t":"d","d":{"a":"m","b":{"p":"a","d":[1]}}}"#, "children that have no names"),
        (#"{"t":"d","d":{"a":"d","b":{"p":"a","d":1,"t":"x"}}}"#, "a tag that is none"),
        (#"{"t":"d","d":{"a":"c","b":{"p":"a","q":"x"}}}"#, "a query that is none"),
        (#"{"t":"d","d":{"r":1.5,"b":{"s":"ok"}}}"#, "half an answer"),
        ("-1", "fewer than no pieces"),
        (String(repeating: "[", count: 1000), "more levels than anything has"),
    ])
    func unreadableMessageReconnectsAndListensAgain(text: String, why: String) async throws {
        let desk = Desk()
        let line = try await desk.open()
        try desk.listen(to: "/a", "listen")
        _ = try await line.request()
        line.say(text)
        #expect(await desk.notebook.next() == "disconnected", "\(why)")
        await desk.time.asleep(for: .seconds(1))
        desk.time.pass(.seconds(1))
        let again = try await desk.greeted()
        #expect(try await again.request() == #"2 q {"p":"/a","h":""}"#)
    }

    @Test func malformedMessagesDoNotCrash() async throws {
        let text = Array(#"{"t":"d","d":{"a":"m","b":{"p":"rooms","d":{"a":null,"c":{".sv":"timestamp"}},"t":1}}}"#.utf8)
        for cut in 0..<text.count {
            _ = try? ServerMessage(Array(text[..<cut]))
            for byte: UInt8 in [0, 0x22, 0x2C, 0x5C, 0x7B, 0x7D, 0x80, 0xFF] {
                var changed = text
                changed[cut] = byte
                _ = try? ServerMessage(changed)
            }
        }
        #expect(throws: Never.self) { try ServerMessage(text) }
    }

    @Test func aRevokedListenIsFoundByItsQuery() async throws {
        let desk = Desk()
        let line = try await desk.open()
        let first = try Query(order: .key, limit: .first(1))
        let second = try Query(order: .key, limit: .first(2))
        try desk.listen(to: "/a", "all")
        try desk.listen(to: "/a", query: first, tag: 1, "first")
        try desk.listen(to: "/a", query: second, tag: 2, "second")
        _ = try await line.requests(3)
        line.push("c", #"{"p":"a","q":[{"i":".key","vf":"l","l":2}]}"#)
        #expect(await desk.notebook.next() == "second: \(revoked)")
        line.push("c", #"{"p":"a"}"#)
        #expect(await desk.notebook.next() == "all: \(revoked)")
        line.push("c", #"{"p":"a"}"#)
        #expect(await desk.notebook.next() == "first: \(revoked)", "nothing else is left there")
        await desk.breakOff(line)
        let again = try await desk.greeted()
        try desk.get("/g", "get")
        #expect(try await again.request() == #"4 g {"p":"/g","q":{}}"#, "nothing is listened to any more")
    }

    private let revoked = "permission_denied Reading /a is no longer allowed."

    @Test func revocationSentBeforeTheEndAppliesToTheEndedListen() async throws {
        let desk = Desk()
        let line = try await desk.open()
        let path = try TreePath("a")
        let first = try Query(order: .key, limit: .first(1))
        try desk.listen(to: "/a", "all")
        try desk.listen(to: "/a", query: first, tag: 1, "first")
        _ = try await line.requests(2)
        desk.connection.unlisten(from: path, query: .all, tag: nil)
        desk.connection.unlisten(from: path, query: first, tag: 1)
        try desk.listen(to: "/a", query: first, tag: 2, "again")
        #expect(try await line.requests(3).map { $0.prefix(3) } == ["3 n", "4 n", "5 q"])
        // The server sent these before it processed the requests.
        line.push("c", #"{"p":"a"}"#)
        line.push("c", #"{"p":"a","q":[{"i":".key","vf":"l","l":1}]}"#)
        line.respond(to: 5, "ok", "{}")
        #expect(await desk.notebook.next() == "again: ok")
        line.push("c", #"{"p":"a","q":[{"i":".key","vf":"l","l":1}]}"#)
        #expect(await desk.notebook.next() == "again: \(revoked)")
    }

    @Test func revocationWithoutAQueryAppliesToTheRemainingListens() async throws {
        let desk = Desk()
        let line = try await desk.open()
        try desk.listen(to: "/a", "all")
        try desk.listen(to: "/a", query: try Query(order: .key, limit: .first(1)), tag: 1, "first")
        desk.connection.unlisten(from: try TreePath("a"), query: .all, tag: nil)
        _ = try await line.requests(3)
        line.respond(to: 3)
        line.push("c", #"{"p":"a"}"#)
        #expect(await desk.notebook.next() == "first: \(revoked)")
    }

    @Test func getsReceiveTheirResponses() async throws {
        let desk = Desk()
        let line = try await desk.open()
        for name in ["value", "denied", "unreadable"] { try desk.get("/\(name)", name) }
        _ = try await line.requests(3)
        line.respond(to: 1, "ok", #"{"b":1,"a":[1,2]}"#)
        line.respond(to: 2, "permission_denied", #""Permission denied""#)
        line.respond(to: 3, "ok", #"{"$":1}"#)
        #expect(await desk.notebook.next() == #"value: {"a":{"0":1,"1":2},"b":1}"#)
        #expect(await desk.notebook.next() == "denied: permission_denied Permission denied")
        #expect(await desk.notebook.next() == "unreadable: failed The server's response cannot be read.")
    }

    @Test func aServerThatSendsItsClientsAwayIsLeftAlone() async throws {
        let desk = Desk()
        desk.connection.start(desk.notebook)
        try desk.get("/a", "get")
        try desk.put("1", at: "/a", "put")
        let line = try await desk.transport.next()
        line.say(#"{"t":"c","d":{"t":"s","d":"There is no database \"shop\"."}}"#)
        #expect(
            await desk.notebook.next().hasPrefix(#"warned: The server closed the database to this client: There is no database "shop"."#))
        #expect(
            await desk.notebook.next()
                == #"get: unavailable The server closed the database to this client: There is no database "shop"."#)
        #expect(await line.frame() == nil)
        desk.connection.goOnline()
        let again = try await desk.greeted()
        #expect(try await again.request() == #"1 p {"p":"/a","d":1}"#, "what was written waits")
    }

    @Test func redirectsAreFollowedToRelativesUntilTheseAreGone() async throws {
        let desk = Desk(url: "https://db.example.com?ns=shop")
        desk.connection.start(desk.notebook)
        try await desk.transport.next().say(#"{"t":"c","d":{"t":"r","d":"s-1.db.example.com"}}"#)
        let line = try await desk.greeted()
        #expect(line.server.authority == "s-1.db.example.com")
        #expect(line.server.path == "/.ws?v=5&ns=shop")
        await desk.breakOff(line)
        try await desk.transport.next().hangUp()
        await desk.time.asleep(for: .milliseconds(1300))
        desk.time.pass(.milliseconds(1300))
        #expect(try await desk.greeted().server.authority == "db.example.com")
    }

    @Test func redirectsToForeignHostsAreReported() async throws {
        let desk = Desk()
        desk.connection.start(desk.notebook)
        try await desk.transport.next().say(#"{"t":"c","d":{"t":"r","d":"evil.example.org"}}"#)
        #expect(await desk.notebook.next().hasPrefix("warned: db.example.com redirects clients to “evil.example.org”"))
        await desk.time.asleep(for: .seconds(1))
        desk.time.pass(.seconds(1))
        #expect(try await desk.greeted().server.authority == "db.example.com")
    }

    @Test func aCircleOfRedirectsEnds() async throws {
        let desk = Desk()
        desk.connection.start(desk.notebook)
        for _ in 0...PersistentConnection.maxRedirects {
            try await desk.transport.next().say(#"{"t":"c","d":{"t":"r","d":"s-1.db.example.com"}}"#)
        }
        #expect(await desk.notebook.next().hasPrefix("warned: "))
        await desk.time.asleep(for: .seconds(1))
    }
}
