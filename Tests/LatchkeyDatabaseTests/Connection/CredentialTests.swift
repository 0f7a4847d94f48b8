import LatchkeyTree
import Synchronization
import Testing

@testable import LatchkeyDatabase

/// The credentials of a connection.
@Suite(.timeLimit(.minutes(10))) struct CredentialTests {
    /// A connection that the server has authenticated.
    private func believed(_ desk: Desk) async throws -> ScriptedLine {
        let line = try await desk.open()
        #expect(try await line.request() == #"1 auth {"cred":"\#(desk.person.token ?? "")"}"#)
        line.respond(to: 1, "ok", "{}")
        #expect(await desk.notebook.next() == "connected")
        return line
    }

    /// A wrong URL is reported while the user still waits for the result.
    @Test func pendingAuthenticationReportsAnUnreachableServer() async throws {
        let desk = Desk(token: "a.b.c")
        desk.connection.start(desk.notebook)
        desk.connection.introduction { [notebook = desk.notebook] result in
            guard case .failure(let failure) = result else { return notebook.write("known") }
            notebook.write("\(failure.status): \(failure.text)")
        }
        // The authentication waits at most this long, so it has been requested by now.
        await desk.time.asleep(for: .seconds(30))
        try await desk.transport.next().hangUp()
        await desk.time.asleep(for: .seconds(1))
        desk.time.pass(.seconds(3))
        try await desk.transport.next().hangUp()
        let told = await desk.notebook.next()
        #expect(told.hasPrefix("unavailable: The database https://db.example.com cannot be reached."), "\(told)")
    }

    /// A phone that wakes up connects a moment later, and a server may restart while an app waits for it.
    @Test func firstFailuresAreNotReported() async throws {
        let desk = Desk(token: "a.b.c")
        desk.connection.start(desk.notebook)
        desk.connection.introduction { [notebook = desk.notebook] result in
            if case .failure(let failure) = result { notebook.write(failure.text) } else { notebook.write("known") }
        }
        await desk.time.asleep(for: .seconds(30))
        try await desk.transport.next().hangUp()
        await desk.time.asleep(for: .seconds(1))
        desk.notebook.write("a try has failed")
        #expect(await desk.notebook.next() == "a try has failed")

        desk.time.pass(.seconds(1))
        let broken = try await desk.greeted()
        desk.time.pass(.seconds(3))
        broken.hangUp()
        await desk.time.asleep(for: .milliseconds(1300))
        desk.notebook.write("a line has broken")
        #expect(await desk.notebook.next() == "a line has broken")

        desk.time.pass(.milliseconds(1300))
        _ = try await desk.greeted()
    }

    @Test func signInBeforeAWriteAppliesToIt() async throws {
        let desk = Desk()
        let line = try await desk.open()
        desk.person.become("new.to.ken")
        try desk.put("1", at: "/a", "put")
        #expect(try await line.request() == #"1 auth {"cred":"new.to.ken"}"#)
        line.respond(to: 1, "ok", "{}")
        #expect(try await line.request() == #"2 p {"p":"/a","d":1}"#)
    }

    @Test func signOutBeforeAWriteAppliesToIt() async throws {
        let desk = Desk(token: "a.b.c")
        let line = try await believed(desk)
        desk.person.become(nil)
        try desk.put("1", at: "/a", "put")
        #expect(try await line.requests(2) == ["2 unauth {}", #"3 p {"p":"/a","d":1}"#])
        #expect(desk.notebook.authenticated.withLock { $0 } == [true, false])
    }

    @Test func replacedCredentialIsReported() async throws {
        let desk = Desk(token: "a.b.c")
        let line = try await believed(desk)
        desk.person.become("d.e.f", uid: "bob")
        desk.connection.credentialChanged()
        #expect(try await line.request() == #"2 auth {"cred":"d.e.f"}"#)
        line.respond(to: 2, "ok", "{}")
        try desk.get("/g", "get")
        #expect(try await line.request() == #"3 g {"p":"/g","q":{}}"#)
        #expect(desk.notebook.authenticated.withLock { $0 } == [true, true])
    }

    @Test func aNewTokenIsShownWithoutAWrite() async throws {
        let desk = Desk(token: "a.b.c")
        let line = try await believed(desk)
        desk.connection.credentialChanged()
        desk.person.become("d.e.f")
        desk.connection.credentialChanged()
        #expect(try await line.request() == #"2 auth {"cred":"d.e.f"}"#, "and the same one is not shown twice")
    }

    @Test func expiringTokenIsRenewed() async throws {
        let desk = Desk(token: "a.b.c")
        let line = try await believed(desk)
        await desk.time.asleep(for: .seconds(45))
        desk.person.become("d.e.f")
        desk.time.pass(.seconds(45))
        #expect(await line.frame() == "0")
        #expect(try await line.request() == #"2 auth {"cred":"d.e.f"}"#)
    }

    @Test(arguments: [false, true])
    func aTokenThatEndedIsRenewedOnANewLine(isPushed: Bool) async throws {
        let desk = Desk(token: "a.b.c")
        let line = try await desk.open()
        #expect(try await line.request() == #"1 auth {"cred":"a.b.c"}"#)
        if isPushed {
            line.respond(to: 1, "ok", "{}")
            #expect(await desk.notebook.next() == "connected")
            line.push("ac", #"{"s":"expired_token","d":"Auth token is expired"}"#)
            #expect(await desk.notebook.next() == "disconnected")
        } else {
            line.respond(to: 1, "expired_token", #""Auth token is expired""#)
        }
        desk.person.willRefresh(to: "d.e.f")
        await desk.time.asleep(for: .seconds(1))
        desk.time.pass(.seconds(1))
        let again = try await desk.greeted()
        #expect(try await again.request() == #"2 auth {"cred":"d.e.f"}"#)
        #expect(desk.person.forced == 1)
    }

    @Test func rejectedTokenIsRetriedSlowlyAndReported() async throws {
        let desk = Desk(token: "a.b.c")
        desk.connection.start(desk.notebook)
        for (index, delay) in [1000, 1300, 30_000].enumerated() {
            let line = try await desk.greeted()
            _ = try await line.request()
            line.respond(to: index + 1, "invalid_token", #""Could not parse auth token.""#)
            if index == 2 { #expect(await desk.notebook.next().hasPrefix("warned: The server rejected the token: Could not")) }
            await desk.time.asleep(for: .milliseconds(delay))
            desk.time.pass(.milliseconds(delay))
        }
    }

    @Test func missingTokenOfASignedInUserDelaysRequests() async throws {
        let desk = Desk(token: "a.b.c")
        desk.person.willFail("The server cannot be reached.")
        desk.connection.start(desk.notebook)
        try desk.put("1", at: "/a", "put")
        let line = try await desk.greeted()
        #expect(try await line.request() == nil, "it disconnects and retries")
        await desk.time.asleep(for: .seconds(1))
        desk.person.willFail(nil)
        desk.time.pass(.seconds(1))
        let again = try await desk.greeted()
        #expect(try await again.request() == #"1 auth {"cred":"a.b.c"}"#)
    }

    @Test func aTokenThatCannotBeRenewedYetIsUsedOn() async throws {
        let desk = Desk(token: "a.b.c")
        let line = try await believed(desk)
        desk.person.willFail("The server cannot be reached.")
        await desk.time.asleep(for: .seconds(45))
        desk.time.pass(.seconds(45))
        #expect(await line.frame() == "0")
        try desk.put("1", at: "/a", "put")
        #expect(try await line.request() == #"2 p {"p":"/a","d":1}"#)
    }

    @Test func userChangeDuringAuthenticationAuthenticatesAgain() async throws {
        let desk = Desk(token: "a.b.c")
        try desk.put("1", at: "/a", "put")
        let line = try await desk.open()
        #expect(try await line.request() == #"1 auth {"cred":"a.b.c"}"#)
        desk.person.become("d.e.f")
        line.respond(to: 1, "ok", "{}")
        #expect(try await line.request() == #"2 auth {"cred":"d.e.f"}"#)
        line.respond(to: 2, "ok", "{}")
        #expect(try await line.request() == #"3 p {"p":"/a","d":1}"#)
    }
}
