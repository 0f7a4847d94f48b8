import Foundation
import LatchkeyOAuth
import Testing

@testable import LatchkeyAuth

/// Attacks on the listener by other programs on the same machine and by web pages in its browser.
@Suite struct LoopbackListenerTests {
    private let good = "authType=signInWithRedirect&eventId=E&link=https%3A%2F%2Flogin.example.com%2Fdone"

    /// Runs attempts against a listener that waits for event `E`, then sends the valid callback.
    private func withListener(
        _ attempts: (_ listener: LoopbackListener, _ port: Int) async throws -> Void
    ) async throws -> WebFlowCallback? {
        let listener = try await LoopbackListener.start(path: "secret-path") { query in
            WebFlowCallback.read(query: query, eventID: "E")
        }
        let port = Int(listener.address.split(separator: "/")[1].split(separator: ":")[1]) ?? 0
        #expect(listener.address == "http://127.0.0.1:\(port)/secret-path")
        try await attempts(listener, port)
        await listener.stop()
        var first: WebFlowCallback?
        for await response in listener.replies { first = first ?? response }
        return first
    }

    private let done = WebFlowCallback.link("https://login.example.com/done")

    @Test func acceptsAValidResponse() async throws {
        let response = try await withListener { (listener, _) async throws in
            let reply = try await RawHTTP.get(listener.address + "?" + good)
            #expect(reply.status == 200)
            #expect(reply.text.contains("close this window"))
            #expect(!reply.text.contains("login.example.com"), "the page repeats nothing of the request")
            let lines = reply.text.lowercased()
            for header in [
                "content-security-policy: default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
                "cache-control: no-store", "referrer-policy: no-referrer", "x-content-type-options: nosniff",
                "connection: close", "content-type: text/html; charset=utf-8",
            ] { #expect(lines.contains("\r\n\(header)\r\n"), "\(header)") }
        }
        #expect(response == done)
    }

    @Test func aSecondHitIsTooLate() async throws {
        let response = try await withListener { (listener, _) async throws in
            _ = try await RawHTTP.get(listener.address + "?" + good)
            let second = try await RawHTTP.get(
                listener.address + "?" + good.replacing("login.example.com", with: "evil.example"))
            #expect(second.status == 410)
        }
        #expect(response == done)
    }

    @Test func aSecondRequestOnOneConnectionIsNotRead() async throws {
        _ = try await withListener { (_, port) async throws in
            let one = "GET /other HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
            let reply = try await RawHTTP.send(one + one, port: port)
            #expect(reply.text.components(separatedBy: "HTTP/1.1 ").count == 2)
        }
    }

    @Test(arguments: ["localhost:PORT", "evil.example:PORT", "evil.example", "127.0.0.1", "127.0.0.1:1", "[::1]:PORT", ""])
    func aForeignHostIsRefused(_ host: String) async throws {
        let response = try await withListener { (listener, port) async throws in
            let reply = try await RawHTTP.get(
                listener.address + "?" + good, host: host.replacing("PORT", with: "\(port)"))
            #expect(reply.status == 403 || reply.status == 400, "\(reply.status)")
            #expect(try await RawHTTP.get(listener.address + "?" + good).status == 200, "and goes on waiting")
        }
        #expect(response == done)
    }

    @Test func noHostAndTwoHostsAreRefused() async throws {
        let response = try await withListener { (_, port) async throws in
            let line = "Host: 127.0.0.1:\(port)\r\n"
            for host in ["", line + line, line + "Host: evil.example\r\n"] {
                let reply = try await RawHTTP.send("GET /secret-path?\(good) HTTP/1.1\r\n\(host)\r\n", port: port)
                #expect(reply.status == 403 || reply.status == 400, "\(reply.status)")
            }
        }
        #expect(response == nil)
    }

    @Test(arguments: ["/", "/secret", "/secret-path/", "/secret-path/x", "//secret-path", "/SECRET-PATH", "/x/../secret-path"])
    func otherPathsAreNotFound(_ path: String) async throws {
        let response = try await withListener { (listener, port) async throws in
            #expect(try await RawHTTP.get("http://127.0.0.1:\(port)\(path)?\(good)").status == 404)
            #expect(try await RawHTTP.get(listener.address + "?" + good).status == 200)
        }
        #expect(response == done)
    }

    @Test(arguments: [
        "", "authType=signInWithRedirect&link=https%3A%2F%2Fevil.example", "%zz",
        "authType=signInWithRedirect&eventId=F&link=https%3A%2F%2Fevil.example",
        "authType=signInWithRedirect&eventId=&link=https%3A%2F%2Fevil.example",
        "authType=verifyApp&eventId=E&link=https%3A%2F%2Fevil.example", "eventId=E&link=https%3A%2F%2Fevil.example",
    ])
    func anotherFlowIsIgnored(_ query: String) async throws {
        let response = try await withListener { (listener, _) async throws in
            #expect(try await RawHTTP.get(listener.address + "?" + query).status == 400)
            #expect(try await RawHTTP.get(listener.address + "?" + good).status == 200, "and goes on waiting")
        }
        #expect(response == done)
    }

    @Test(arguments: ["POST", "HEAD", "PUT", "OPTIONS", "DELETE"])
    func onlyGetIsTaken(_ method: String) async throws {
        let response = try await withListener { (_, port) async throws in
            let reply = try await RawHTTP.send(
                "\(method) /secret-path?\(good) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n", port: port)
            #expect(reply.status == 405)
        }
        #expect(response == nil)
    }

    @Test func hugeRequestsAreRefused() async throws {
        let response = try await withListener { (listener, port) async throws in
            let long = String(repeating: "x", count: 40_000)
            #expect(try await RawHTTP.get(listener.address + "?" + good + "&pad=" + long).status == 414)
            let huge = String(repeating: "x", count: 2_000_000)
            #expect([400, 431, 0].contains(try await RawHTTP.get(listener.address + "?" + good + "&pad=" + huge).status))
            let host = "Host: 127.0.0.1:\(port)\r\n"
            let bigHeader = try await RawHTTP.send(
                "GET /secret-path?\(good) HTTP/1.1\r\n\(host)X: \(huge)\r\n\r\n", port: port)
            #expect([400, 431, 0].contains(bigHeader.status))
            for body in ["Content-Length: 2000000\r\n\r\n" + huge, "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n"] {
                let reply = try await RawHTTP.send("GET /secret-path?\(good) HTTP/1.1\r\n\(host)\(body)", port: port)
                #expect(reply.status == 413)
            }
            #expect(try await RawHTTP.get(listener.address + "?" + good).status == 200, "and goes on waiting")
        }
        #expect(response == done)
    }

    @Test(arguments: ["\u{16}\u{3}\u{1}", "hello\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n"])
    func malformedRequestsDoNotStopTheListener(_ text: String) async throws {
        let response = try await withListener { (listener, port) async throws in
            #expect([0, 400].contains(try await RawHTTP.send(text + "\r\n\r\n", port: port).status))
            #expect(try await RawHTTP.get(listener.address + "?" + good).status == 200)
        }
        #expect(response == done)
    }

    @Test func stoppedListenerReturnsNil() async throws {
        #expect(try await withListener { (_, _) async throws in } == nil)
    }

    @Test func pathsAreUnguessable() async throws {
        let one = try await LoopbackListener.start { _ in .unrelated }
        let other = try await LoopbackListener.start { _ in .unrelated }
        let paths = [one, other].map { $0.address.split(separator: "/").last ?? "" }
        #expect(paths[0] != paths[1])
        #expect(paths.allSatisfy { $0.count == 43 })
        await one.stop()
        await other.stop()
    }
}

@Suite struct WebFlowCallbackTests {
    private let query = "authType=signInWithRedirect&eventId=E"

    @Test(arguments: [
        ("&link=https%3A%2F%2Fa.example%2Fx%3Fy%3D1%26z%3D%252B", WebFlowCallback.link("https://a.example/x?y=1&z=%2B")),
        ("&link=http%3A%2F%2F127.0.0.1%3A9099%2Fx", .link("http://127.0.0.1:9099/x")),
        ("&link=https%3A%2F%2Fa.example&firebaseError=%7B%22code%22%3A%22auth%2Fx%22%7D", .link("https://a.example")),
        ("&link=javascript%3Aalert(1)", .failure(.webInternalError, reason: "The page returned a result that is not a URL.")),
        ("&link=", .failure(.webInternalError, reason: "The page returned a result that is not a URL.")),
        (
            "&firebaseError=%7B%22code%22%3A%22auth%2Fx%22%7D",
            .failure(.webSignInUserInteractionFailure, reason: "[auth/x] - ")
        ),
        ("&firebaseError=%7B", .failure(.webSignInUserInteractionFailure, reason: "The page returned no result.")),
        ("", .failure(.webSignInUserInteractionFailure, reason: "The page returned no result.")),
    ])
    func readsLoopbackQueries(_ rest: String, _ expected: WebFlowCallback) {
        #expect(WebFlowCallback.read(query: query + rest, eventID: "E") == expected)
    }

    private func deepLink(
        scheme: String = "app-1-123-ios-abc", place: String = "firebaseauth/link", inner: String
    ) -> String {
        "\(scheme)://\(place)?deep_link_id=" + PercentEncoding.encode(inner)
    }

    private func read(_ text: String) -> WebFlowCallback {
        WebFlowCallback.read(deepLink: text, scheme: "app-1-123-ios-abc", eventID: "E")
    }

    @Test func readsDeepLinks() {
        let inner = "https://login.example.com/__/auth/callback?\(query)"
        let good = inner + "&link=https%3A%2F%2Fa.example%2F%3Fp%3D1"
        #expect(read(deepLink(inner: good)) == .link("https://a.example/?p=1"))
        #expect(read(deepLink(scheme: "APP-1-123-IOS-ABC", inner: good)) == .link("https://a.example/?p=1"))
        #expect(read(deepLink(inner: good + "#fragment")) == .link("https://a.example/?p=1"))
        #expect(read(deepLink(inner: good) + "#fragment") == .link("https://a.example/?p=1"))
        #expect(
            read(deepLink(inner: inner + "&firebaseError=%7B%22code%22%3A%22auth%2Finternal-error%22%2C%22message%22%3A%22m%22%7D"))
                == .failure(.webInternalError, reason: "m"))
    }

    @Test func ignoresForeignDeepLinks() {
        let good = "https://login.example.com/__/auth/callback?\(query)&link=https%3A%2F%2Fa.example"
        for text in [
            deepLink(scheme: "app-2", inner: good), deepLink(place: "google/link", inner: good),
            deepLink(place: "firebaseauth/other", inner: good), deepLink(place: "firebaseauth/link/x", inner: good),
            deepLink(inner: "https://login.example.com/__/auth/callback"),
            deepLink(inner: good.replacing("eventId=E", with: "eventId=F")),
            deepLink(inner: good.replacing("signInWithRedirect", with: "signInViaPopup")),
            "app-1-123-ios-abc://firebaseauth/link", "app-1-123-ios-abc://firebaseauth/link?x=1", "",
        ] { #expect(read(text) == .unrelated, "\(text)") }
    }
}
