import Foundation
import HTTPTypes
import LatchkeyConsole
import LatchkeySecrets
import LatchkeyServerTestSupport
import LatchkeyTestSupport
import Testing

/// Passkeys of administrators, with the requests of the page's script. A browser test covers the same.
@Suite struct ConsolePasskeyTests {
    private static let account = "/console/account"
    private let console: PlayedConsole

    init() async throws { console = try await PlayedConsole() }

    /// Sends the requests of the page's script without a browser.
    private func options(_ browser: inout Browser, _ path: String, from page: String) async throws -> [String: Any] {
        let csrf = try field("csrf", of: try await browser.open(page))
        let reply = try await browser.post(path, [("csrf", csrf)])
        #expect(reply.status == .ok, "\(reply.text)")
        return reply.json
    }

    private func send(
        _ browser: inout Browser, _ path: String, from page: String, _ credential: [String: any Sendable], name: String = "Laptop"
    ) async throws -> Reply {
        let csrf = try field("csrf", of: try await browser.open(page))
        let json = String(decoding: try JSONSerialization.data(withJSONObject: credential), as: UTF8.self)
        return try await browser.post(path, [("csrf", csrf), ("credential", json), ("name", name)])
    }

    private func enrol(_ browser: inout Browser) async throws -> (authenticator: ScriptedAuthenticator, reply: Reply) {
        let path = Self.account + "/passkeys"
        let offer = try await options(&browser, path + "/options", from: Self.account)
        var authenticator = ScriptedAuthenticator()
        let handle = try #require((offer["user"] as? [String: Any])?["id"] as? String)
        authenticator.userHandle = try #require(Base64URL.decode(handle))
        let made = authenticator.register(try #require(offer["challenge"] as? String))
        return (authenticator, try await send(&browser, path, from: Self.account, made.json))
    }

    private func enter(_ browser: inout Browser, _ authenticator: ScriptedAuthenticator) async throws -> Reply {
        let path = ConsoleParts.path + "/sign-in"
        let offer = try await options(&browser, path + "/passkey/options", from: path)
        let signed = try authenticator.sign(try #require(offer["challenge"] as? String))
        return try await send(&browser, path + "/passkey", from: path, signed.json)
    }

    @Test func aPasskeyOpensTheConsoleUntilItIsRemoved() async throws {
        try await console.run { caller in
            var owner = try await console.owner(caller)
            var (authenticator, added) = try await enrol(&owner)
            #expect(added.headers[.location] == "/console/account?done=passkey", "\(added.text)")
            let account = try await owner.open(Self.account + "?done=passkey")
            #expect(account.text.contains("Passkey added.") && account.text.contains("“<bdi>Laptop</bdi>”"), "\(account.text)")
            var elsewhere = Browser(caller: caller)
            authenticator.counter = 1
            #expect(try await enter(&elsewhere, authenticator).headers[.location] == "/console")
            #expect(try await elsewhere.open(Self.account).text.contains("grace@example.org"))
            let csrf = try field("csrf", of: account)
            let removed = try await owner.post(
                Self.account + "/passkeys/remove", [("csrf", csrf), ("passkey", Base64URL.encode(authenticator.credentialID))])
            #expect(removed.headers[.location] == "/console/account?done=removed", "\(removed.text)")
            authenticator.counter = 2
            var late = Browser(caller: caller)
            let refused = try await enter(&late, authenticator)
            #expect(refused.status == .badRequest && late.cookies.keys.allSatisfy { !$0.contains("console") }, "\(refused.text)")
        }
    }

    @Test func aPasskeyOfAUserOpensNoConsole() async throws {
        try await console.run { caller in
            _ = try await console.owner(caller)
            var authenticator = ScriptedAuthenticator()
            let user = try await caller.signUp()
            #expect(try await caller.enrol(user.json["idToken"] as? String, &authenticator).status == .ok)
            authenticator.counter = 1
            var browser = Browser(caller: caller)
            let refused = try await enter(&browser, authenticator)
            #expect(refused.status == .badRequest, "\(refused.text)")
            #expect(try await browser.open("/console").headers[.location]?.hasPrefix("/console/sign-in") == true)
        }
    }

    @Test func aPasskeyIsAddedSoonAfterASignInAndByAFormOfOurs() async throws {
        try await console.run { caller in
            var owner = try await console.owner(caller)
            for path in ["/console/sign-in/passkey/options", "/console/account/passkeys/options"] {
                let reply = try await owner.post(path, [("csrf", "0000")])
                #expect(reply.status == .forbidden && (reply.json["message"] as? String)?.contains("Reload it") == true)
            }
            for path in ["/console/sign-in/passkey", "/console/account/passkeys", "/console/account/passkeys/remove"] {
                #expect(try await owner.post(path, [("csrf", "0000"), ("credential", "{}")]).status == .forbidden)
            }
            console.server.clock.advance(bySeconds: 3600)
            let csrf = try field("csrf", of: try await owner.open(Self.account))
            let old = try await owner.post(Self.account + "/passkeys/options", [("csrf", csrf)])
            #expect(old.status == .badRequest && (old.json["message"] as? String)?.contains("recent sign-in") == true, "\(old.text)")
        }
    }
}
