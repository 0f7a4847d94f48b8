import LatchkeyTree
import Testing

@testable import LatchkeyDatabase

/// A user's write is sent with that user's credentials, or not at all.
@Suite(.timeLimit(.minutes(10))) struct WriteOwnerTests {
    private let ann = WriteOwner(uid: "ann")
    private let bob = WriteOwner(uid: "bob")

    /// A connection authenticated with Ann's token.
    private func annsLine(_ desk: Desk) async throws -> ScriptedLine {
        let line = try await desk.open()
        #expect(try await line.request() == #"1 auth {"cred":"a.b.c"}"#)
        line.respond(to: 1, "ok", "{}")
        #expect(await desk.notebook.next() == "connected")
        return line
    }

    @Test func writesBeforeASignOutAreSentFirst() async throws {
        let desk = Desk(token: "a.b.c")
        let line = try await annsLine(desk)
        desk.person.become(nil)
        try desk.put("1", at: "/a", by: ann, "put")
        desk.connection.credentialChanged()
        #expect(try await line.requests(2) == [#"2 p {"p":"/a","d":1}"#, "3 unauth {}"])
        line.respond(to: 2)
        #expect(await desk.notebook.next() == "put: ok", "it was sent, and its response is awaited")
    }

    @Test func writesOfANewUserWaitForAuthentication() async throws {
        let desk = Desk(token: "a.b.c")
        let line = try await annsLine(desk)
        try desk.listen(to: "/a", "listen")
        #expect(try await line.request() == #"2 q {"p":"/a","h":""}"#)
        desk.person.become("d.e.f", uid: "bob")
        try desk.put("1", at: "/a", "put")
        desk.connection.unlisten(from: try TreePath("/a"), query: .all, tag: nil)
        #expect(
            try await line.requests(2) == [#"3 auth {"cred":"d.e.f"}"#, #"4 n {"p":"/a"}"#], "what reads is not Bob's to wait for")
        line.respond(to: 3, "ok", "{}")
        #expect(try await line.request() == #"5 p {"p":"/a","d":1}"#)
        line.respond(to: 5)
        #expect(await desk.notebook.next() == "put: ok", "the connection was not closed")
    }

    @Test func writesOfANewUserAreNotSentAsThePreviousUser() async throws {
        let desk = Desk(token: "a.b.c")
        let line = try await annsLine(desk)
        desk.person.become("d.e.f", uid: "bob")
        try desk.put("1", at: "/a", by: ann, "ann")
        try desk.put("2", at: "/a", by: bob, "bob")
        #expect(try await line.requests(2) == [#"2 p {"p":"/a","d":1}"#, #"3 auth {"cred":"d.e.f"}"#])
        // The connection continues meanwhile.
        line.push("d", #"{"p":"x","d":7}"#)
        #expect(await desk.notebook.next() == "put /x 7")
        line.respond(to: 3, "invalid_token", #""No.""#)
        #expect(await desk.notebook.next() == "disconnected")
        #expect(try await line.request() == nil, "Bob's write did not go out on Ann's line")
    }

    @Test func offlineSignOutCancelsTheUsersWrites() async throws {
        let desk = Desk(token: "a.b.c")
        desk.connection.start(desk.notebook)
        desk.connection.goOffline()
        try desk.put("1", at: "/a", "put")
        desk.connection.onDisconnectPut(.leaf(1), at: try WritePath("/a"), by: ann, completion: desk.recorder("gone"))
        desk.person.become("d.e.f", uid: "bob")
        desk.connection.credentialChanged()
        #expect(await desk.notebook.next().hasPrefix("put: signed_out The user that made the write is no longer signed in"))
        #expect(await desk.notebook.next().hasPrefix("gone: signed_out"))
    }

    @Test func unauthenticatedWritesAreSentBeforeAuthentication() async throws {
        let desk = Desk()
        try desk.put("1", at: "/a", "nobody's")
        desk.person.become("a.b.c")
        try desk.put("2", at: "/a", "ann's")
        let line = try await desk.open()
        #expect(try await line.requests(2) == [#"1 p {"p":"/a","d":1}"#, #"2 auth {"cred":"a.b.c"}"#])
        line.respond(to: 1)
        line.respond(to: 2, "ok", "{}")
        #expect(try await line.request() == #"3 p {"p":"/a","d":2}"#)
    }

    @Test func writesOfAnEarlierRunWaitForTheirUser() async throws {
        let desk = Desk()
        try desk.put("1", at: "/a", by: WriteOwner(uid: "ann", isOfEarlierRun: true), "put")
        let line = try await desk.open()
        try desk.get("/g", "get")
        #expect(try await line.request() == #"1 g {"p":"/g","q":{}}"#)
        desk.person.become("a.b.c")
        desk.connection.credentialChanged()
        #expect(try await line.request() == #"2 auth {"cred":"a.b.c"}"#)
        line.respond(to: 2, "ok", "{}")
        #expect(try await line.request() == #"3 p {"p":"/a","d":1}"#)
    }

    @Test func writesOfAnEarlierRunAreNotSentAsAnotherUser() async throws {
        let desk = Desk()
        try desk.put("1", at: "/a", by: WriteOwner(uid: "ann", isOfEarlierRun: true), "put")
        let line = try await desk.open()
        desk.person.become("d.e.f", uid: "bob")
        desk.connection.credentialChanged()
        #expect(try await line.request() == #"1 auth {"cred":"d.e.f"}"#)
        line.respond(to: 1, "ok", "{}")
        #expect(await desk.notebook.next().hasPrefix("put: signed_out"))
        try desk.get("/g", "get")
        #expect(try await line.request() == #"2 g {"p":"/g","q":{}}"#)
    }

    @Test func unansweredAuthenticationReconnects() async throws {
        let desk = Desk(token: "a.b.c")
        let line = try await desk.open()
        #expect(try await line.request() == #"1 auth {"cred":"a.b.c"}"#)
        await desk.time.asleep(for: PersistentConnection.introductionTimeout)
        desk.time.pass(PersistentConnection.introductionTimeout)
        #expect(try await line.request() == nil)
        await desk.time.asleep(for: .seconds(1))
    }
}
