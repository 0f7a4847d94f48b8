import Foundation
import LatchkeyOAuth
import LatchkeySecrets
import Synchronization
import Testing

@testable import LatchkeyAuth

@Suite struct WebFlowTests {
    private let link = "https://login.example.com/__/auth/handler?providerId=twitter.com&authResult=a%2Bb"

    @Test func opensThePageAndRedeemsTheResult() async throws {
        let transport = ScriptedTransport(Sample.twitter, Sample.account(providers: ["twitter.com"]))
        let auth = Auth(transport)
        let delegate = ScriptedDelegate.comingBack(with: ["link": link])
        let provider = OAuthProvider(providerID: "twitter.com", auth: auth)
        let credential = try await provider.credential(with: delegate)
        #expect(transport.requests.isEmpty, "the answer is redeemed by signing in")
        #expect(delegate.dismissals == 1)

        let result = try await auth.signIn(with: credential)
        #expect(result.user.uid == "u1")
        // The IDs of these tests are 32 zero bytes, which is 43 times the letter A.
        let sessionID = String(repeating: "A", count: 43)
        #expect(
            transport.calls[0]
                == #"accounts:signInWithIdp {"autoCreate":true,"postBody":"providerId=twitter.com","requestUri":"\#(link)","#
                + #""returnIdpCredential":true,"returnSecureToken":true,"sessionId":"\#(sessionID)"}"#)
        let page = try #require(delegate.addresses.first)
        #expect(page.contains("sessionId=" + Fingerprint(of: sessionID).hex))
        #expect(!page.contains("sessionId=" + sessionID), "the handler learns the hash only")
    }

    @Test func theAddressOfThePage() {
        let request = WebFlowRequest(
            configuration: AuthConfiguration(
                serverURL: "https://login.example.com/", apiKey: "k&y", appID: "1:2:ios:3", bundleID: "com.example.app",
                tenantID: "north"),
            providerID: "github.com", scopes: ["user:email", "repo"],
            customParameters: ["login": "ann", "allow_signup": "false"], languageCode: "fr",
            random: RandomTokens { Array(repeating: 0, count: $0) })
        let zero = String(repeating: "A", count: 43)
        let hash = Fingerprint(of: zero).hex
        let rest =
            "&sessionId=\(hash)&eventId=\(zero)&providerId=github.com&scopes=user%3Aemail%2Crepo"
            + "&customParameters=%7B%22allow_signup%22%3A%22false%22%2C%22login%22%3A%22ann%22%7D"
            + "&tid=north&v=latchkey-swift%2F0.1&hl=fr"
        let start = "https://login.example.com/__/auth/handler?apiKey=k%26y&authType=signInWithRedirect"
        #expect(
            request.address(returningTo: "http://127.0.0.1:5/x")
                == start + "&redirectUrl=http%3A%2F%2F127.0.0.1%3A5%2Fx" + rest)
        let app = "&ibi=com.example.app&appId=1%3A2%3Aios%3A3"
        #expect(request.address(returningBy: .scheme("app-1-2-ios-3")) == start + app + rest)
        let link = AppCallback.universalLink(host: "login.example.com", path: "/__/auth/callback/app-1-2-ios-3")
        #expect(request.address(returningBy: link) == start + "&returnBy=universalLink" + app + rest)
    }

    @Test func absentParametersAreNotSent() async throws {
        let delegate = ScriptedDelegate.comingBack(with: ["link": link])
        _ = try await OAuthProvider(providerID: "twitter.com", auth: Auth(ScriptedTransport())).credential(with: delegate)
        let page = try #require(delegate.addresses.first)
        for name in ["scopes", "customParameters", "tid", "hl", "ibi", "appId"] { #expect(!page.contains("&\(name)=")) }
    }

    @Test func noPageOpensForAKeyThatTheServerDoesNotKnow() async {
        let delegate = ScriptedDelegate.comingBack(with: ["link": link])
        let transport = ScriptedTransport()
        let provider = OAuthProvider(providerID: "twitter.com", auth: Auth(transport))
        transport.replyForProject(.success(.error("API key not valid. Please pass a valid API key.", reason: "keyInvalid")))
        let unknown = await failure { _ = try await provider.credential(with: delegate) }
        #expect(code(unknown) == .invalidAPIKey)
        #expect(transport.questions == ["GET http://127.0.0.1:9099/v1/projects?key=k"])
        transport.replyForProject(.failure(.init(text: "nobody there")))
        #expect(code(await failure { _ = try await provider.credential(with: delegate) }) == .networkError)
        transport.replyForProject(.success(.init(body: "<html>")))
        #expect(code(await failure { _ = try await provider.credential(with: delegate) }) == .internalError)
        #expect(delegate.addresses.isEmpty)
    }

    @Test func idsAreUnguessableAndNew() {
        func request() -> WebFlowRequest {
            WebFlowRequest(
                configuration: .missing, providerID: "x", scopes: [], customParameters: [:], languageCode: nil,
                random: .system)
        }
        let (one, other) = (request(), request())
        #expect(Set([one.sessionID, one.eventID, other.sessionID, other.eventID]).count == 4)
        #expect(Base64URL.decode(one.sessionID)?.count == 32)
    }

    @Test(arguments: [
        ("auth/invalid-oauth-client-id", AuthErrorCode.invalidClientID, "why"),
        ("auth/network-request-failed", .webNetworkRequestFailed, "why"), ("auth/internal-error", .webInternalError, "why"),
        ("auth/user-cancelled", .webSignInUserInteractionFailure, "[auth/user-cancelled] - why"),
    ])
    func thePageMayFail(_ pageCode: String, _ expected: AuthErrorCode, _ reason: String) async {
        let delegate = ScriptedDelegate.comingBack(with: ["firebaseError": #"{"code":"\#(pageCode)","message":"why"}"#])
        let provider = OAuthProvider(providerID: "twitter.com", auth: Auth(ScriptedTransport()))
        let error = await failure { _ = try await provider.credential(with: delegate) }
        #expect(code(error) == expected)
        #expect(error?.localizedFailureReason == reason)
        #expect(delegate.dismissals == 1)
    }

    @Test func flowFailsAfterTheDeadline() async {
        let auth = Auth(ScriptedTransport(), webFlow: LoopbackWebFlow(deadline: {}))
        let delegate = ScriptedDelegate { _ in }
        let error = await failure {
            _ = try await OAuthProvider(providerID: "twitter.com", auth: auth).credential(with: delegate)
        }
        #expect(error?.code == 17058)
        #expect(delegate.dismissals == 1)
    }

    @Test func aCancelledTaskClosesThePage() async {
        let auth = Auth(ScriptedTransport())
        let (opened, continuation) = AsyncStream.makeStream(of: Void.self)
        let delegate = ScriptedDelegate { _ in continuation.yield() }
        let task = Task {
            await failure { _ = try await OAuthProvider(providerID: "twitter.com", auth: auth).credential(with: delegate) }
        }
        for await _ in opened { break }
        task.cancel()
        #expect(await task.value?.code == 17058)
        #expect(delegate.dismissals == 1)
    }

    @Test func openBrowserDoesNotDelayTheResult() async throws {
        let link = link
        let (closed, closing) = AsyncStream.makeStream(of: Void.self)
        let delegate = ScriptedDelegate { page in
            _ = try await ScriptedDelegate.comeBack(to: page, with: ["link": link])
            // It does not return even when it is canceled.
            await Task.detached { for await _ in closed {} }.value
        }
        let provider = OAuthProvider(providerID: "twitter.com", auth: Auth(ScriptedTransport()))
        _ = try await provider.credential(with: delegate)
        closing.finish()
    }

    @Test func aPageThatCannotBeShownEndsTheFlow() async {
        let provider = OAuthProvider(providerID: "twitter.com", auth: Auth(ScriptedTransport()))
        let broken = ScriptedDelegate { _ in throw ScriptedTransport.Failure(text: "no screen") }
        let error = await failure { _ = try await provider.credential(with: broken) }
        #expect(code(error) == .webInternalError)
        #expect(error?.userInfo[NSUnderlyingErrorKey] as? ScriptedTransport.Failure == .init(text: "no screen"))
        let closed = ScriptedDelegate { _ in throw CancellationError() }
        #expect(code(await failure { _ = try await provider.credential(with: closed) }) == .webContextCancelled)
    }

    @Test func theListenerIsGoneAfterwards() async throws {
        let delegate = ScriptedDelegate.comingBack(with: ["link": link])
        _ = try await OAuthProvider(providerID: "twitter.com", auth: Auth(ScriptedTransport())).credential(with: delegate)
        let query = try #require(delegate.addresses.first?.split(separator: "?").last)
        let page = try Parameters(formEncoded: String(query))
        await #expect(throws: (any Error).self, "nobody listens any more") {
            try await RawHTTP.get(page["redirectUrl"] ?? "")
        }
    }

    /// The test holds no reference to the provider while its page is open.
    @Test @MainActor func theProviderLivesUntilItsCompletion() async {
        let auth = Auth(ScriptedTransport())
        let delegate = ScriptedDelegate.comingBack(with: ["link": link])
        let credential: AuthCredential? = await withCheckedContinuation { continuation in
            OAuthProvider(providerID: "twitter.com", auth: auth).getCredentialWith(delegate) { credential, error in
                #expect(error == nil)
                continuation.resume(returning: credential)
            }
        }
        #expect(credential is OAuthCredential)
    }

    @Test func withoutADesktopTheAddressIsPrinted() async throws {
        let shown = Mutex("")
        let browser = SystemBrowser(environment: ["PATH": "/usr/bin:/bin"]) { text in shown.withLock { $0 += text } }
        try await browser.present("https://login.example.com/page")
        #expect(shown.withLock { $0 }.contains("https://login.example.com/page"))
    }

    @Test func withADesktopThePageIsOpened() async throws {
        let folder = NSTemporaryDirectory() + "latchkey-browser-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let script = folder + "/xdg-open"
        try "#!/bin/sh\nprintf %s \"$1\" > \(folder)/opened\n".write(toFile: script, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        let shown = Mutex("")
        let browser = SystemBrowser(environment: ["PATH": folder, "DISPLAY": ":0"]) { text in shown.withLock { $0 += text } }
        try await browser.present("https://login.example.com/page?a=1&b=$(id)")
        #expect(try String(contentsOfFile: folder + "/opened", encoding: .utf8) == "https://login.example.com/page?a=1&b=$(id)")
        #expect(shown.withLock { $0 } == "")

        try "#!/bin/sh\nexit 3\n".write(toFile: script, atomically: true, encoding: .utf8)
        try await browser.present("https://login.example.com/page")
        #expect(shown.withLock { $0 }.contains("https://login.example.com/page"), "a browser that fails is told of")
    }
}
