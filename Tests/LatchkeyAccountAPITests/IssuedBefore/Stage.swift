import Foundation
import HTTPTypes
import LatchkeySecrets
import LatchkeyServerTestSupport
import LatchkeyTestSupport
import Synchronization
import Testing

@testable import LatchkeyIdentity

/// An account, its holder, and their actions and those of an administrator over HTTP.
///
/// The holder signs in with GitHub, because that costs no password hash.
final class Stage: Sendable {
    let server: TestServer
    let caller: TestServer.Caller
    let administrator: Administering
    /// The account's tenant; `nil` for the project itself.
    let tenant: String?
    let number: Int

    private struct State {
        var email = ""
        var uid = ""
        var idToken = ""
        var refreshToken = ""
        var totp: TOTP?
    }
    private let state = Mutex(State())

    var email: String { state.withLock { $0.email } }
    var uid: String { state.withLock { $0.uid } }
    /// The account's current session.
    var idToken: String { state.withLock { $0.idToken } }
    var refreshToken: String { state.withLock { $0.refreshToken } }
    var totp: TOTP? { state.withLock { $0.totp } }
    /// A phone number that is the account's after ``havePhone()``.
    var phone: String { "+49151" + String(10_000_000 + number) }
    private var gitHubToken: String { "g-person-\(number)-" }
    var realm: Realm { Realm(project: .standard, tenant: tenant.map(TenantID.init(rawValue:)) ?? .none) }

    init(_ server: TestServer, _ caller: TestServer.Caller, _ administrator: Administering, number: Int, inTenant: Bool) async throws {
        (self.server, self.caller, self.administrator, self.number) = (server, caller, administrator, number)
        tenant = inTenant ? "customer-\(number)" : nil
        if inTenant { try await server.makeTenant("customer-\(number)") }
        state.withLock { $0.email = "person-\(number)@example.org" }
        let person = PlayedProvider.Person(id: String(1000 + number), name: "P", username: "p\(number)", email: email)
        server.provider.add(person, token: gitHubToken)
        try take(try await signIn())
    }

    /// Settings that allow everything to be issued.
    static let settings = ProjectSettings(
        anonymousSignIn: true, phoneSignIn: true, smsSecondFactor: true, totpSecondFactor: true, signUpsPerHour: 0,
        emailLinkSignIn: true)

    static func server(store: (any AccountStore)? = nil) async throws -> TestServer {
        let server = try await TestServer(settings, store: store)
        try await server.configure(.github, origin: "https://github.test", trusted: true)
        try await server.configure(.twitter, origin: "https://twitter.test", trusted: true)
        let account = serviceAccount.account
        try await server.store.write { try $0.insert(account) }
        return server
    }

    /// Created once: an RSA key takes a while.
    static let serviceAccount: ServiceAccountKey = {
        guard let key = try? ServiceAccountKey.make(name: "mint", project: .standard, at: Date(timeIntervalSince1970: 1_799_999_000)) else {
            preconditionFailure("a key can always be made")
        }
        return key
    }()

    // MARK: Calls

    func call(_ name: String, _ body: [String: any Sendable], version: String = "v1") async throws -> Reply {
        var body = body
        body["tenantId"] = tenant
        let text = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
        return try await caller.send(
            .post, "/\(version)/\(name)?key=\(caller.apiKey)",
            headers: [.contentType: "application/json", .origin: "https://auth.example.org"], body: text)
    }

    /// Makes a call that has to succeed.
    @discardableResult
    func done(_ name: String, _ body: [String: any Sendable], version: String = "v1") async throws -> Reply {
        let reply = try await call(name, body, version: version)
        try #require(reply.status == .ok, "\(name): \(reply.text)")
        return reply
    }

    /// Makes an administrator's call about accounts of the stage's realm, which has to succeed.
    @discardableResult
    func administer(_ name: String, _ body: [String: any Sendable]) async throws -> Reply {
        let reply = try await administrator.send(.post, (tenant.map { "/tenants/" + $0 } ?? "") + "/" + name, body)
        try #require(reply.status == .ok, "\(name): \(reply.text)")
        return reply
    }

    func idp(_ postBody: String, _ more: [String: any Sendable] = [:]) async throws -> Reply {
        try await call(
            "accounts:signInWithIdp",
            ["requestUri": "http://localhost", "postBody": postBody, "returnSecureToken": true].merging(more) { _, new in new })
    }

    func account() async throws -> Account? {
        let (id, realm) = (AccountID(rawValue: uid), realm)
        return try await server.store.read { try $0.account(id, in: realm) }
    }

    func edit(_ change: @escaping @Sendable (inout Account) -> Void) async throws {
        var account = try #require(try await account())
        change(&account)
        let changed = account
        try await server.store.write { try $0.update(changed) }
    }

    /// Returns the account as an administrator sees it.
    func seen() async throws -> [String: Any]? {
        let body: [String: any Sendable] = ["localId": [uid]]
        return (try await administer("accounts:lookup", body).json["users"] as? [[String: Any]])?.first
    }

    func lastMail() async throws -> Mail { try await server.lastMail(to: email) }

    func lastMessage() async throws -> String {
        let messages = try await server.store.read { try $0.outboxMessages(of: .standard, limit: 1) }
        let message = try #require(messages.first)
        return try #require(try Outbox(sealer: server.sealer).content(of: message).code)
    }

    // MARK: Actions of the holder

    /// The holder's sign-in at a provider: tokens, or a credential that waits for the second factor.
    func firstFactor() async throws -> Reply { try await idp("access_token=\(gitHubToken)&providerId=github.com") }

    /// A Twitter sign-in with the account's email address.
    func twitter() async throws -> Reply {
        let token = "t-person-\(number)-"
        server.provider.add(.init(id: String(5000 + number), name: "T", username: "t\(number)", email: email), token: token)
        return try await idp("access_token=\(token)&oauth_token_secret=s&providerId=twitter.com")
    }

    /// Starts a new session.
    func signIn() async throws -> Reply {
        let first = try await firstFactor()
        try #require(first.status == .ok, "\(first.text)")
        guard let pending = first["mfaPendingCredential"] else { return first }
        return try await done(
            "accounts/mfaSignIn:finalize",
            ["mfaPendingCredential": pending, "totpVerificationInfo": ["verificationCode": try nextCode()]], version: "v2")
    }

    /// Continues with the session of a response.
    func take(_ reply: Reply) throws {
        let (idToken, refreshToken) = (try #require(reply["idToken"], "\(reply.text)"), try #require(reply["refreshToken"]))
        let uid = try #require(try Reply.claims(of: idToken)["sub"] as? String)
        state.withLock { ($0.idToken, $0.refreshToken, $0.uid) = (idToken, refreshToken, uid) }
    }

    func move(to email: String) { state.withLock { $0.email = email } }

    /// Returns an unused code.
    func nextCode() throws -> String {
        server.clock.advance(bySeconds: 30)
        return try #require(totp).code(at: TOTP.step(at: server.clock.now))
    }

    /// Begins to enroll an authenticator app.
    func startTOTP(_ idToken: String) async throws -> (totp: TOTP, sessionInfo: String) {
        let started = try await done(
            "accounts/mfaEnrollment:start", ["idToken": idToken, "totpEnrollmentInfo": [String: String]()], version: "v2")
        let session = try #require(started.json["totpSessionInfo"] as? [String: Any])
        let key = try #require(session["sharedSecretKey"] as? String)
        let seed = try #require(SecondFactorTests.bytes(ofBase32: key))
        return (TOTP(seed: seed), try #require(session["sessionInfo"] as? String))
    }

    func finishTOTP(_ idToken: String, _ started: (totp: TOTP, sessionInfo: String)) async throws -> Reply {
        let code = started.totp.code(at: TOTP.step(at: server.clock.now))
        return try await call(
            "accounts/mfaEnrollment:finalize",
            ["idToken": idToken, "totpVerificationInfo": ["sessionInfo": started.sessionInfo, "verificationCode": code]], version: "v2")
    }

    /// Adds an authenticator app, which ends earlier sessions.
    func haveTOTP() async throws {
        let started = try await startTOTP(idToken)
        try take(try await finishTOTP(idToken, started))
        state.withLock { $0.totp = started.totp }
    }

    func havePhone() async throws {
        let phone = phone
        try await edit { $0.phoneNumber = phone }
    }

    /// Sends a code to a phone and reads it.
    func phoneProof(_ number: String? = nil) async throws -> [String: any Sendable] {
        let sent = try await done("accounts:sendVerificationCode", ["phoneNumber": number ?? phone])
        return ["sessionInfo": try #require(sent["sessionInfo"]), "code": try await lastMessage()]
    }

    /// Requests a mail and reads it.
    func mail(_ type: String, _ more: [String: any Sendable] = [:], to recipient: String? = nil) async throws -> Mail {
        var body: [String: any Sendable] = ["requestType": type, "continueUrl": "https://app.example.org/"]
        body.merge(more) { _, new in new }
        try await done("accounts:sendOobCode", body)
        return try await server.lastMail(to: recipient ?? email)
    }

    /// Moves the account to another email address, as its holder; the former one gets a link that undoes it.
    func changeAddress() async throws {
        let new = "moved-" + email
        let mail = try await mail("VERIFY_AND_CHANGE_EMAIL", ["idToken": try await signIn()["idToken"], "newEmail": new], to: new)
        try await done("accounts:update", ["oobCode": mail.code])
        move(to: new)
    }

    func authenticator() -> ScriptedAuthenticator {
        ScriptedAuthenticator(credentialID: Array(1...30) + [UInt8(number >> 8), UInt8(number & 255)])
    }
}

extension TestServer {
    /// Creates a tenant with the same sign-in methods as the project.
    func makeTenant(_ name: String) async throws {
        var settings = TenantSettings()
        (settings.passwordSignIn, settings.emailLinkSignIn, settings.totpSecondFactor, settings.anonymousSignIn) = (true, true, true, true)
        let tenant = Tenant(
            id: TenantID(rawValue: name), project: .standard, displayName: name, settings: settings, createdAt: clock.now)
        var providers: [ProviderConfiguration] = []
        for provider in [ProviderID.github, .twitter] {
            let origin = provider == .github ? "https://github.test" : "https://twitter.test"
            let context = ProviderConfiguration.sealingContext(project: .standard, tenant: tenant.id, provider: provider)
            providers.append(
                ProviderConfiguration(
                    project: .standard, tenant: tenant.id, provider: provider, enabled: true, clientID: "our-\(provider)-key",
                    sealedSecret: try sealer.seal("our secret", for: context), apiOrigin: origin, webOrigin: origin,
                    trustedForTakeover: true, updatedAt: clock.now))
        }
        let made = providers
        try await store.write { transaction in
            try transaction.insert(tenant)
            for provider in made { try transaction.save(provider) }
        }
    }
}
