import LatchkeyTree
import Testing

@testable import LatchkeyDatabase

/// Connecting, losing the connection, and reconnecting.
@Suite(.timeLimit(.minutes(10))) struct ReconnectTests {
    @Test func aMessageOfEachKindAsTheProtocolHasIt() async throws {
        let desk = Desk()
        let line = try await desk.open()
        let window = try Query(order: .child(try TreePath("ts")), limit: .last(2))
        try desk.listen(to: "/", "all")
        try desk.listen(to: "/rooms", query: window, tag: 1, hash: "abc", "window")
        desk.connection.unlisten(from: try TreePath("rooms"), query: window, tag: 1)
        try desk.get("/a", "get")
        try desk.put(#"{"ts":{".sv":"timestamp"}}"#, at: "/rooms/c", "put")
        try desk.put("6", at: "/n", hash: "h5", "transaction")
        try desk.put("2", at: "/n/.priority", "priority")
        desk.connection.merge(
            [(try WritePath("a/b"), .leaf(true)), (try WritePath("c"), .empty)], at: try TreePath("/x"), by: desk.person.owner,
            completion: desk.recorder("merge"))
        desk.connection.onDisconnectPut(
            .empty, at: try WritePath("/online/me"), by: desk.person.owner, completion: desk.recorder("gone"))
        desk.connection.onDisconnectMerge(
            [(try WritePath("me"), .leaf(1))], at: try TreePath("/x"), by: desk.person.owner, completion: desk.recorder("gone"))
        desk.connection.onDisconnectCancel(try TreePath("/online"), by: desk.person.owner, completion: desk.recorder("stay"))
        #expect(
            try await line.requests(11) == [
                #"1 q {"p":"/","h":""}"#,
                #"2 q {"p":"/rooms","q":{"i":"ts","l":2,"vf":"r"},"t":1,"h":"abc"}"#,
                #"3 n {"p":"/rooms","q":{"i":"ts","l":2,"vf":"r"},"t":1}"#,
                #"4 g {"p":"/a","q":{}}"#,
                #"5 p {"p":"/rooms/c","d":{"ts":{".sv":"timestamp"}}}"#,
                #"6 p {"p":"/n","d":6,"h":"h5"}"#,
                #"7 p {"p":"/n/.priority","d":2}"#,
                #"8 m {"p":"/x","d":{"a/b":true,"c":null}}"#,
                #"9 o {"p":"/online/me","d":null}"#,
                #"10 om {"p":"/x","d":{"me":1}}"#,
                #"11 oc {"p":"/online","d":null}"#,
            ])
    }

    @Test func theSocketIsOpenedWithTheNameOfTheDatabaseAndTheLastSession() async throws {
        let desk = Desk(url: "https://db.example.com:8443?ns=shop")
        let line = try await desk.open(session: "one & only")
        #expect(
            line.server
                == WebSocketServer(
                    isSecure: true, host: "db.example.com", port: 8443, authority: "db.example.com:8443", path: "/.ws?v=5&ns=shop"))
        await desk.breakOff(line)
        #expect(try await desk.transport.next().server.path == "/.ws?v=5&ns=shop&ls=one%20%26%20only")
    }

    @Test func theServersClockIsComparedWithThisOne() async throws {
        let desk = Desk()
        desk.time.pass(.seconds(400))
        desk.connection.start(desk.notebook)
        try await desk.transport.next().greet(milliseconds: 1_000_000)
        #expect(await desk.notebook.next() == "time 600000")
    }

    @Test(arguments: ["1e300", "-1", "8.65e15"]) func impossibleServerTimeIsIgnored(milliseconds: String) async throws {
        let desk = Desk()
        desk.connection.start(desk.notebook)
        try await desk.transport.next().say(#"{"t":"c","d":{"t":"h","d":{"ts":\#(milliseconds),"v":"5","h":"h","s":"s"}}}"#)
        #expect(await desk.notebook.next() == "connected")
    }

    @Test func reconnectSendsAuthListensWritesOnDisconnectsAndGetsInOrder() async throws {
        let desk = Desk(token: "a.b.c")
        let first = try await desk.open()
        #expect(try await first.request() == #"1 auth {"cred":"a.b.c"}"#)
        try desk.get("/g", "get")
        desk.connection.onDisconnectPut(
            .leaf(1), at: try WritePath("/o"), by: desk.person.owner, completion: desk.recorder("onDisconnect"))
        try desk.put("1", at: "/p1", "put")
        try desk.listen(to: "/l1", "listen")
        desk.connection.merge(
            [(try WritePath("a"), .leaf(1))], at: try TreePath("/p2"), by: desk.person.owner, completion: desk.recorder("merge"))
        try desk.listen(to: "/l2", "listen")
        let rest = [
            #"q {"p":"/l1","h":""}"#, #"q {"p":"/l2","h":""}"#, #"p {"p":"/p1","d":1}"#, #"m {"p":"/p2","d":{"a":1}}"#,
            #"o {"p":"/o","d":1}"#, #"g {"p":"/g","q":{}}"#,
        ]
        // It has no response yet, so nothing else was sent.
        first.hangUp()
        await desk.time.asleep(for: .seconds(1))
        desk.time.pass(.seconds(1))
        for round in 0..<2 {
            let line = try await desk.greeted()
            let introduction = try #require(try await line.request())
            #expect(introduction.hasSuffix(#" auth {"cred":"a.b.c"}"#))
            let number = try #require(Int(introduction.prefix { $0 != " " }))
            line.respond(to: number, "ok", "{}")
            #expect(await desk.notebook.next() == "connected")
            #expect(try await line.requests(6).map { String($0.drop { $0 != " " }.dropFirst()) } == rest, "round \(round)")
            await desk.breakOff(line, waiting: round == 0 ? .milliseconds(1300) : .milliseconds(1690))
        }
    }

    @Test func completedRequestsAreNotRepeated() async throws {
        let desk = Desk()
        let line = try await desk.open()
        try desk.put("1", at: "/a", "first")
        try desk.put("2", at: "/a", "second")
        try desk.listen(to: "/a", "listen")
        try desk.listen(to: "/secret", "secret")
        _ = try await line.requests(4)
        line.respond(to: 1)
        line.push("d", #"{"p":"a","d":2}"#)
        line.respond(to: 3, "ok", #"{"w":["no_index"]}"#)
        line.respond(to: 4, "permission_denied", #""Permission denied""#)
        #expect(await desk.notebook.next() == "first: ok")
        #expect(await desk.notebook.next() == "put /a 2")
        #expect(await desk.notebook.next() == "listen: ok no_index")
        #expect(await desk.notebook.next() == "secret: permission_denied Permission denied")
        await desk.breakOff(line)
        let again = try await desk.greeted()
        #expect(try await again.requests(2) == [#"5 q {"p":"/a","h":""}"#, #"6 p {"p":"/a","d":2}"#])
        again.respond(to: 6)
        #expect(await desk.notebook.next() == "second: ok")
    }

    @Test func transactionsThatWereSentAreNotSentAgainAndOthersAre() async throws {
        let desk = Desk()
        let line = try await desk.open()
        try desk.put("1", at: "/n", hash: "h", "sent")
        _ = try await line.request()
        line.hangUp()
        #expect(
            await desk.notebook.next() == "sent: disconnect The connection was lost before the server responded to the transaction.")
        #expect(await desk.notebook.next() == "disconnected")
        try desk.put("2", at: "/n", hash: "h", "waiting")
        await desk.time.asleep(for: .seconds(1))
        desk.time.pass(.seconds(1))
        let again = try await desk.greeted()
        #expect(try await again.request() == #"2 p {"p":"/n","d":2,"h":"h"}"#)
        again.respond(to: 2, "datastale", #""Transaction hash does not match""#)
        #expect(await desk.notebook.next() == "waiting: datastale Transaction hash does not match")
    }

    @Test func aListenThatIsRefusedLaterIsRevoked() async throws {
        let desk = Desk()
        let line = try await desk.open()
        try desk.listen(to: "/a", "listen")
        _ = try await line.request()
        line.respond(to: 1, "ok", "{}")
        #expect(await desk.notebook.next() == "listen: ok")
        await desk.breakOff(line)
        let again = try await desk.greeted()
        _ = try await again.request()
        again.respond(to: 2, "permission_denied", #""Permission denied""#)
        #expect(await desk.notebook.next() == "listen: permission_denied Permission denied")
    }

    @Test func theWaitGrowsUpToHalfAMinuteAndIsShortAgainAfterAGoodConnection() async throws {
        let desk = Desk()
        desk.connection.start(desk.notebook)
        var delay = 1.0
        for _ in 0..<20 {
            try await desk.transport.next().hangUp()
            let wait = Duration.milliseconds((delay * 1000).rounded())
            await desk.time.asleep(for: wait)
            desk.time.pass(wait)
            delay = min(delay * 1.3, 30)
        }
        #expect(delay == 30)
        // A connection that ends at once does not reset the delay.
        var line = try await desk.greeted()
        await desk.breakOff(line, waiting: .seconds(30))
        line = try await desk.greeted()
        desk.time.pass(.seconds(30))
        await desk.breakOff(line, waiting: .seconds(1))
        _ = try await desk.greeted()
    }

    @Test func chanceSpreadsTheWaits() {
        var backoff = Backoff()
        #expect(backoff.next(random: 0) == .milliseconds(300))
        #expect(backoff.next(random: 0.5) == .milliseconds(845), "1.3 seconds, less half of seven tenths")
    }

    @Test func offlineMeansOfflineAndOnlineAtOnce() async throws {
        let desk = Desk()
        let line = try await desk.open()
        desk.connection.goOffline()
        #expect(await desk.notebook.next() == "disconnected")
        #expect(try await line.request() == nil, "the socket is closed")
        try desk.put("1", at: "/a", "put")
        try desk.get("/a", "get")
        await desk.time.asleep(for: .seconds(3))
        desk.time.pass(.seconds(3))
        #expect(await desk.notebook.next() == "get: disconnect The client is offline. goOffline was called.")
        desk.connection.goOnline()
        let again = try await desk.greeted()
        #expect(try await again.request() == #"1 p {"p":"/a","d":1}"#)
    }

    @Test func noConnectionIsOpenedBeforeTheStartOrOffline() async throws {
        let desk = Desk()
        desk.connection.goOffline()
        desk.connection.start(desk.notebook)
        try desk.get("/a", "get")
        await desk.time.asleep(for: .seconds(3))
        desk.time.pass(.seconds(3))
        #expect(await desk.notebook.next() == "get: disconnect The client is offline. goOffline was called.")
        desk.connection.goOnline()
        _ = try await desk.greeted()
    }

    @Test func goOnlineWhileConnectingKeepsTheConnection() async throws {
        let desk = Desk()
        desk.connection.start(desk.notebook)
        let line = try await desk.transport.next()
        desk.connection.goOnline()
        desk.connection.goOnline()
        line.greet()
        #expect(await desk.notebook.next().hasPrefix("time "))
        #expect(await desk.notebook.next() == "connected", "over the pending connection")
        try desk.put("1", at: "/a", "put")
        #expect(try await line.request() == #"1 p {"p":"/a","d":1}"#)
    }

    @Test func goOnlineReconnectsImmediately() async throws {
        let desk = Desk()
        desk.connection.start(desk.notebook)
        try await desk.transport.next().hangUp()
        await desk.time.asleep(for: .seconds(1))
        desk.connection.goOnline()
        _ = try await desk.greeted()
    }

    @Test func purgedWritesAreCanceledInTheirOrder() async throws {
        let desk = Desk()
        let line = try await desk.open()
        try desk.put("1", at: "/a", "first")
        try desk.put("2", at: "/a", "second")
        desk.connection.onDisconnectPut(.empty, at: try WritePath("/a"), by: desk.person.owner, completion: desk.recorder("third"))
        _ = try await line.requests(3)
        desk.connection.purgeOutstandingWrites()
        for name in ["first", "second", "third"] {
            #expect(await desk.notebook.next().hasPrefix("\(name): write_canceled"))
        }
        line.respond(to: 1)
        await desk.breakOff(line)
        let again = try await desk.greeted()
        try desk.get("/g", "get")
        #expect(try await again.request() == #"4 g {"p":"/g","q":{}}"#, "nothing is sent again")
    }

    @Test func silentServerIsAbandoned() async throws {
        let desk = Desk()
        desk.connection.start(desk.notebook)
        let line = try await desk.transport.next()
        await desk.time.asleep(for: PersistentConnection.greetingTimeout)
        desk.time.pass(PersistentConnection.greetingTimeout)
        #expect(await line.frame() == nil)
        await desk.time.asleep(for: .seconds(1))
        desk.time.pass(.seconds(1))
        _ = try await desk.greeted()
    }

    @Test func anIdleConnectionIsKeptAlive() async throws {
        let desk = Desk()
        let line = try await desk.open()
        await desk.time.asleep(for: .seconds(45))
        desk.time.pass(.seconds(45))
        #expect(await line.frame() == "0")
        await desk.time.asleep(for: .seconds(45))
        desk.time.pass(.seconds(20))
        try desk.put("1", at: "/a", "put")
        #expect(try await line.request() == #"1 p {"p":"/a","d":1}"#)
        desk.time.pass(.seconds(25))
        try desk.put("2", at: "/a", "put")
        #expect(try await line.request() == #"2 p {"p":"/a","d":2}"#, "nothing in between: it was not idle")
    }

    @Test func aConnectionIsIdleForNoLongerThanThat() async throws {
        let desk = Desk()
        let line = try await desk.open()
        await desk.time.asleep(for: .seconds(45))
        desk.time.pass(.seconds(20))
        try desk.put("1", at: "/a", "put")
        #expect(try await line.request() == #"1 p {"p":"/a","d":1}"#)
        desk.time.pass(.seconds(25))
        // Of the 45 seconds, 25 have passed already.
        await desk.time.asleep(for: .seconds(20))
        desk.time.pass(.seconds(20))
        #expect(await line.frame() == "0")
    }
}
