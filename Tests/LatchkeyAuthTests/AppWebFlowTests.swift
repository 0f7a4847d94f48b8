import Foundation
import LatchkeyOAuth
import LatchkeySecrets
import Synchronization
import Testing

@testable import LatchkeyAuth

/// Apps that return by their URL scheme, without the system that would open them.
@Suite struct AppWebFlowTests {
    private static let link = "https://login.example.com/__/auth/handler?providerId=twitter.com&authResult=a%2Bb"
    private static let scheme = "app-1-2-ios-3"

    private static func auth(
        _ transport: ScriptedTransport = ScriptedTransport(), appID: String? = "1:2:ios:3", byUniversalLink: Bool = false,
        sheet: @escaping AppWebFlow.MakeSheet = { _, _ in ScriptedDelegate { _ in throw ScriptedTransport.Failure(text: "a sheet") } }
    ) -> Auth {
        Auth(
            configuration: AuthConfiguration(
                serverURL: "https://login.example.com", apiKey: "k", appID: appID, bundleID: "com.example.app",
                returnsByUniversalLink: byUniversalLink),
            transport: transport, storage: MemorySessionStorage(), now: { Date() }, random: .system,
            webFlow: AppWebFlow(deadline: { try await Task.sleep(for: .seconds(60)) }, sheet: sheet))
    }

    /// The URL at the end of the server's page, inside that of a scheme or, with the app's path, as a universal link.
    private static func inner(_ page: Parameters, eventID: String? = nil, app: String = "", _ outcome: Parameters) -> String {
        var query: Parameters = ["authType": page["authType"] ?? "", "eventId": eventID ?? page["eventId"] ?? ""]
        query.append(contentsOf: outcome)
        return "https://login.example.com/__/auth/callback\(app)?" + query.formEncoded
    }

    /// The same URL as the system opens an app with it.
    private static func deepLink(_ inner: String, scheme: String = scheme) throws -> URL {
        try #require(URL(string: "\(scheme)://firebaseauth/link?deep_link_id=" + PercentEncoding.encode(inner)))
    }

    /// Signs in with a scripted user action on the page, and returns the result that the app gets.
    private static func visit(
        _ auth: Auth, _ visit: @escaping @Sendable (_ page: Parameters) async throws -> Void
    ) async throws -> AuthCredential {
        try await OAuthProvider(providerID: "twitter.com", auth: auth).credential(with: ScriptedDelegate(visit))
    }

    @Test func aPageInABrowserComesBackByTheScheme() async throws {
        let auth = Self.auth(ScriptedTransport(Sample.twitter, Sample.account(providers: ["twitter.com"])))
        let credential = try await Self.visit(auth) { page in
            #expect(page["appId"] == "1:2:ios:3" && page["ibi"] == "com.example.app" && page["returnBy"] == nil)
            let url = try Self.deepLink(Self.inner(page, ["link": Self.link]))
            #expect(auth.canHandle(url))
            #expect(!auth.canHandle(url), "an answer is taken once")
        }
        #expect(try await auth.signIn(with: credential).user.uid == "u1")
    }

    @Test func aUniversalLinkIsAnAddressOfTheServer() async throws {
        let auth = Self.auth(byUniversalLink: true)
        _ = try await Self.visit(auth) { page in
            #expect(page["returnBy"] == "universalLink" && page["appId"] == "1:2:ios:3")
            let address = Self.inner(page, app: "/" + Self.scheme, ["link": Self.link])
            for other in [
                address.replacing("login.example.com", with: "login.example.org"), address.replacing("https", with: "http"),
                address.replacing(Self.scheme, with: "app-1-2-ios-4"), address.replacing("/" + Self.scheme, with: ""),
                try Self.deepLink(Self.inner(page, ["link": Self.link])).absoluteString,
            ] {
                let url = try #require(URL(string: other))
                #expect(!auth.canHandle(url), "\(other)")
            }
            let url = try #require(URL(string: address))
            #expect(auth.canHandle(url) && !auth.canHandle(url))
        }
    }

    @Test func addressesOfOthersAreLeftToTheApp() async throws {
        let auth = Self.auth()
        _ = try await Self.visit(auth) { page in
            let good = Self.inner(page, ["link": Self.link])
            for url in [
                try Self.deepLink(good, scheme: "app-1-2-ios-4"), try Self.deepLink(Self.inner(page, eventID: "A", ["link": Self.link])),
                try Self.deepLink(good.replacing("signInWithRedirect", with: "signInViaPopup")),
                try #require(URL(string: "\(Self.scheme)://firebaseauth/link")), try #require(URL(string: "\(Self.scheme)://notes/1")),
                try #require(URL(string: "https://login.example.com/__/auth/callback")), URL(fileURLWithPath: "/tmp/note"),
            ] { #expect(!auth.canHandle(url), "\(url)") }
            #expect(try auth.canHandle(Self.deepLink(good)), "and they end nothing")
        }
    }

    @Test func deniedConsentIsAnError() async throws {
        let auth = Self.auth()
        let error = await failure {
            _ = try await Self.visit(auth) { page in
                let refusal = #"{"code":"auth/user-cancelled","message":"denied"}"#
                let url = try Self.deepLink(Self.inner(page, ["firebaseError": refusal]))
                #expect(auth.canHandle(url))
            }
        }
        #expect(code(error) == .webSignInUserInteractionFailure)
        #expect(error?.localizedFailureReason == "[auth/user-cancelled] - denied")
    }

    @Test func concurrentFlowsGetTheirOwnResults() async throws {
        let auth = Self.auth()
        let (pages, opened) = AsyncStream.makeStream(of: Parameters.self)
        let one = Task { try await Self.visit(auth) { opened.yield($0) } as? OAuthCredential }
        let other = Task { try await Self.visit(auth) { opened.yield($0) } as? OAuthCredential }
        // The expected requests to the server: each link, with the session of its page.
        var expected: Set<[String]> = []
        for await page in pages {
            let link = "https://login.example.com/?event=" + (page["eventId"] ?? "")
            expected.insert([link, page["sessionId"] ?? ""])
            #expect(try auth.canHandle(Self.deepLink(Self.inner(page, ["link": link]))))
            if expected.count == 2 { break }
        }
        let outcomes = [try await one.value?.webFlow, try await other.value?.webFlow].compactMap(\.self)
        #expect(Set(outcomes.map { [$0.link, Fingerprint(of: $0.sessionID).hex] }) == expected)
    }

    @Test(arguments: [false, true]) func withoutADelegateTheSystemsSheetShowsThePage(_ byUniversalLink: Bool) async throws {
        let callbacks = Mutex<[AppCallback]>([])
        let auth = Self.auth(byUniversalLink: byUniversalLink) { callback, take in
            callbacks.withLock { $0.append(callback) }
            return ScriptedDelegate { page in
                let link = Self.inner(page, app: "/" + Self.scheme, ["link": Self.link])
                let url = try byUniversalLink ? #require(URL(string: link)) : Self.deepLink(Self.inner(page, ["link": Self.link]))
                #expect(take(url) && !take(url))
            }
        }
        _ = try await OAuthProvider(providerID: "twitter.com", auth: auth).credential(with: nil)
        let link = AppCallback.universalLink(host: "login.example.com", path: "/__/auth/callback/app-1-2-ios-3")
        #expect(callbacks.withLock { $0 } == [byUniversalLink ? link : .scheme(Self.scheme)])
    }

    @Test func closingTheSheetCancelsTheFlow() async throws {
        let late = Mutex<URL?>(nil)
        let sheet = ScriptedDelegate { page in
            let url = try Self.deepLink(Self.inner(page, ["link": Self.link]))
            late.withLock { $0 = url }
            throw CancellationError()
        }
        let auth = Self.auth { _, _ in sheet }
        let error = await failure { _ = try await OAuthProvider(providerID: "twitter.com", auth: auth).credential(with: nil) }
        #expect(code(error) == .webContextCancelled)
        #expect(sheet.dismissals == 1)
        #expect(try !auth.canHandle(#require(late.withLock { $0 })), "no flow waits for it")
    }

    @Test func sheetErrorIsTheUnderlyingError() async throws {
        let auth = Self.auth { _, _ in ScriptedDelegate { _ in throw ScriptedTransport.Failure(text: "no window") } }
        let error = await failure { _ = try await OAuthProvider(providerID: "twitter.com", auth: auth).credential(with: nil) }
        #expect(code(error) == .webInternalError)
        #expect(error?.userInfo[NSUnderlyingErrorKey] as? ScriptedTransport.Failure == ScriptedTransport.Failure(text: "no window"))
    }

    @Test func missingAppIDIsExplained() async throws {
        let error = await failure { _ = try await Self.visit(Self.auth(appID: nil)) { _ in } }
        #expect(code(error) == .webInternalError)
        #expect(error?.localizedFailureReason?.contains("appID") == true)
    }

    /// Apple's systems would never open the app with such a URL, and the sign-in would not end.
    @Test(arguments: [
        ("http://127.0.0.1:9099", "1:2:ios:3"), ("https://login.example.com:8443", "1:2:ios:3"), ("https://example.com/login", "1:2:ios:3"),
        ("https://login.example.com", nil),
    ])
    func impossibleUniversalLinkIsReported(_ server: String, _ appID: String?) {
        let configuration = AuthConfiguration(serverURL: server, apiKey: "k", appID: appID, returnsByUniversalLink: true)
        #expect(configuration.linkProblem?.contains("returnsByUniversalLink") == true)
        #expect(configuration.problem == nil, "whoever needs no provider's page signs in as before")
    }

    @Test func aProgramOfADesktopIsNotOpenedWithAddresses() throws {
        #expect(try !Auth(ScriptedTransport()).canHandle(Self.deepLink("https://login.example.com/__/auth/callback")))
    }
}
