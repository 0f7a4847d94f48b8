import Foundation
import LatchkeyOAuth
import Testing

@testable import LatchkeyAuth

/// Properties of an instance: the server that it sends requests to, the project, and the other instances.
@Suite struct InstanceTests {
    private let real = AuthConfiguration(serverURL: "https://login.example.com", apiKey: "k")
    private static let methods = #"{"signinMethods":[]}"#

    @Test(arguments: [("127.0.0.1", "http://127.0.0.1:9099"), ("localhost", "http://localhost:9099"), ("::1", "http://[::1]:9099")])
    func requestsGoToTheEmulator(_ host: String, _ address: String) async throws {
        let transport = ScriptedTransport(Self.methods)
        let auth = Auth(configuration: real, transport: transport, storage: MemorySessionStorage())
        auth.useEmulator(withHost: host, port: 9099)
        _ = try await auth.fetchSignInMethods(forEmail: "ann@example.com")
        #expect(transport.requests.first?.hasPrefix("POST \(address)/v1/accounts:createAuthUri?key=k\n") == true)
    }

    @Test func anEmulatorNeedsNoKey() async throws {
        let transport = ScriptedTransport(Self.methods)
        let auth = Auth(configuration: .missing, transport: transport, storage: MemorySessionStorage())
        auth.useEmulator(withHost: "127.0.0.1", port: 9099)
        _ = try await auth.fetchSignInMethods(forEmail: "ann@example.com")
        #expect(transport.requests.first?.hasPrefix("POST http://127.0.0.1:9099/v1/accounts:createAuthUri?key=emulator\n") == true)
    }

    @Test(arguments: [false, true]) func clearTextStaysOnThisMachine(_ isAllowed: Bool) async throws {
        let transport = ScriptedTransport(Self.methods)
        var configuration = real
        configuration.allowsInsecureHTTP = isAllowed
        let auth = Auth(configuration: configuration, transport: transport, storage: MemorySessionStorage())
        auth.useEmulator(withHost: "192.168.0.5", port: 9099)
        let error = await failure { _ = try await auth.fetchSignInMethods(forEmail: "ann@example.com") }
        #expect(code(error) == (isAllowed ? nil : .internalError))
        #expect(transport.requests.count == (isAllowed ? 1 : 0))
    }

    @Test func serverAndEmulatorSessionsAreStoredSeparately() async throws {
        let home = FileManager.default.temporaryDirectory.path + "/latchkey-instance-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        func path(_ configuration: AuthConfiguration, app: String? = nil) -> String {
            FileSessionStorage(for: configuration, appName: app, environment: ["XDG_STATE_HOME": home]).path
        }
        let emulator = AuthConfiguration(serverURL: "http://127.0.0.1:9099", apiKey: "k")
        #expect(Set([path(real), path(emulator), path(real, app: "second"), path(real, app: "third")]).count == 4)

        let auth = Auth(configuration: real, transport: ScriptedTransport())
        #expect((auth.keeper.storage as? FileSessionStorage)?.path == FileSessionStorage(for: real).path)
        auth.useEmulator(withHost: "127.0.0.1", port: 9099)
        #expect((auth.keeper.storage as? FileSessionStorage)?.path == FileSessionStorage(for: emulator).path)
    }

    @Test func sessionOfAnotherServerIsClearedAndReported() async throws {
        let storage = MemorySessionStorage()
        let (auth, _) = try await Sample.signedIn(ScriptedTransport(), storage: storage)
        var states = auth.authStateChanges.makeAsyncIterator()
        #expect(await states.next()??.uid == "u1")
        storage.remove()
        auth.useEmulator(withHost: "127.0.0.1", port: 9099)
        try #require(auth.currentUser == nil)
        let next = await states.next()
        #expect(next != nil && next??.uid == nil)
    }

    @Test func theTenantIsThatOfTheNextRequest() async throws {
        let transport = ScriptedTransport(Sample.passwordSignIn, Sample.account(), Sample.passwordSignIn, Sample.account())
        let auth = Auth(transport, tenantID: "north")
        auth.tenantID = "south"
        try await auth.signIn(withEmail: "ann@example.com", password: "secret-1")
        auth.tenantID = nil
        try await auth.signIn(withEmail: "ann@example.com", password: "secret-1")
        #expect(transport.calls[0].hasSuffix(#""tenantId":"south"}"#))
        #expect(!transport.calls[2].contains("tenantId"))
    }

    @Test(
        arguments: [
            (["LANG": "de_AT.UTF-8"], "de-AT"), (["LC_ALL": "fr_FR@euro", "LANG": "de_DE"], "fr-FR"),
            (["LC_ALL": "", "LC_MESSAGES": "pt_BR", "LANG": "en"], "pt-BR"), (["LANG": "C.UTF-8"], nil), (["LANG": "POSIX"], nil),
            ([:], nil),
        ] as [([String: String], String?)])
    func theLanguageIsThatOfTheEnvironment(_ environment: [String: String], _ expected: String?) {
        #expect(Auth.language(of: environment) == expected)
    }

    @Test func anAppHasItsOwnInstance() async {
        let name = "second-\(UUID().uuidString)"
        #expect(FirebaseApp.app(name: name) == nil)
        FirebaseApp.configure(name: name, options: FirebaseOptions(serverURL: "https://two.example.com", apiKey: "k2"))
        guard let secondary = FirebaseApp.app(name: name) else { return #expect(Bool(false), "the app is there") }
        #expect(secondary.name == name && secondary.options.apiKey == "k2")
        #expect(Auth.auth(app: secondary) === Auth.auth(app: secondary))
        #expect(Auth.auth(app: secondary) !== Auth.auth())
        #expect(Auth.auth(app: secondary).configuration.serverURL == "https://two.example.com")
        #expect(await secondary.delete())
        #expect(FirebaseApp.app(name: name) == nil)
        #expect(await !secondary.delete())
    }
}

@Suite struct CurrentUserTests {
    @Test func anAccountOfAnotherInstanceIsTakenOver() async throws {
        let (other, user) = try await Sample.signedIn(ScriptedTransport())
        let transport = ScriptedTransport(Sample.account(email: "new@example.com"))
        let storage = MemorySessionStorage()
        let auth = Auth(transport, storage: storage)
        try await auth.updateCurrentUser(user)
        #expect(transport.calls == [#"accounts:lookup {"idToken":"id-1"}"#])
        #expect(auth.currentUser?.email == "new@example.com" && auth.currentUser !== user)
        #expect(try StoredSession(reading: storage.load() ?? []).tokens.refreshToken == "refresh-1")
        try other.signOut()
        #expect(auth.currentUser != nil, "they live their own lives")
    }

    @Test func updateCurrentUserRestoresAFormerUser() async throws {
        let transport = ScriptedTransport(#"{"localId":"u2",\#(Sample.tokens("2"))}"#, Sample.account("u2"))
        let (auth, ann) = try await Sample.signedIn(transport)
        try await auth.signIn(withEmail: "bob@example.com", password: "secret-1")
        #expect(auth.currentUser?.uid == "u2")
        try await auth.updateCurrentUser(ann)
        #expect(auth.currentUser === ann)
    }

    @Test func updateCurrentUserRejectsUnknownAccountsAndOtherTenants() async throws {
        let (_, user) = try await Sample.signedIn(ScriptedTransport())
        let auth = Auth(ScriptedTransport(failing: "INVALID_ID_TOKEN"))
        #expect(code(await failure { try await auth.updateCurrentUser(user) }) == .invalidUserToken)
        #expect(auth.currentUser == nil)
        let north = Auth(ScriptedTransport(), tenantID: "north")
        #expect(code(await failure { try await north.updateCurrentUser(user) }) == .tenantIDMismatch)
    }

    @Test func tokensStayWithTheirServer() async throws {
        let (_, user) = try await Sample.signedIn(ScriptedTransport())
        let transport = ScriptedTransport(Sample.account())
        let elsewhere = Auth(
            configuration: AuthConfiguration(serverURL: "https://login.example.com", apiKey: "k"), transport: transport,
            storage: MemorySessionStorage())
        #expect(code(await failure { try await elsewhere.updateCurrentUser(user) }) == .invalidUserToken)
        #expect(transport.requests.isEmpty && elsewhere.currentUser == nil)
    }

    @Test @MainActor func updateCurrentUserRejectsNil() async {
        let auth = Auth(ScriptedTransport())
        let error = await withCheckedContinuation { continuation in
            auth.updateCurrentUser(nil) { continuation.resume(returning: $0) }
        }
        #expect(code(error) == .nullUser)
    }
}

/// Providers with a page, by the calls that take the provider itself.
@Suite struct FederatedTests {
    private struct Page: FederatedAuthProvider {
        func credential(with delegate: (any AuthUIDelegate)?) async throws -> AuthCredential {
            TwitterAuthProvider.credential(withToken: "111-tok", secret: "sec")
        }
    }

    @Test func signsIn() async throws {
        let transport = ScriptedTransport(Sample.twitter, Sample.account(providers: ["twitter.com"]))
        let auth = Auth(transport)
        let link = "http://127.0.0.1:9099/__/auth/handler?a=1"
        let delegate = ScriptedDelegate.comingBack(with: ["link": link])
        let result = try await auth.signIn(with: OAuthProvider.provider(providerID: "twitter.com", auth: auth), uiDelegate: delegate)
        #expect(delegate.addresses.count == 1 && result.user === auth.currentUser)
        #expect(transport.calls[0].contains(#""requestUri":"\#(link)""#))
    }

    @Test func linksAndReauthenticates() async throws {
        let reply = Sample.twitter.replacing("-1\"", with: "-2\"")
        let transport = ScriptedTransport(reply, Sample.account(), reply, Sample.account())
        let (_, user) = try await Sample.signedIn(transport)
        #expect(try await user.link(with: Page(), uiDelegate: nil).user === user)
        #expect(try await user.reauthenticate(with: Page(), uiDelegate: nil).user === user)
        #expect(transport.calls[0].contains(#""idToken":"id-1""#))
        #expect(transport.calls[2].contains(#""autoCreate":false"#))
    }
}
