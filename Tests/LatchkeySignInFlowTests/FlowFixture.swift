import Crypto
import Foundation
import LatchkeyIdentity
import LatchkeyMemoryStore
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyTestSupport

@testable import LatchkeySignInFlow

/// Sign-ins with one provider, on a store in memory.
struct FlowFixture: Sendable {
    let store = MemoryStore()
    let clock = ManualClock()
    let starter: FlowStarter
    let finisher: FlowFinisher
    let caller: Caller

    static let browser = Fingerprint(of: "a cookie")
    static let session = Fingerprint(of: "a session id")

    init(failing error: OAuthError? = nil) async throws {
        let sealer = Sealer(masterKey: SymmetricKey(data: Array(repeating: 0x2a, count: 32)))
        let random = RandomTokens.seeded(11)
        let providers = ScriptedProviders(error: error)
        let failures = ProviderFailures(
            store: store, limits: ProviderCallLimits(throttle: Throttle(now: clock.now)), now: clock.now)
        starter = FlowStarter(
            store: store, providers: providers, failures: failures, sealer: sealer,
            publicAddress: PublicAddress("https://auth.example.org/"), now: clock.now, random: random)
        finisher = FlowFinisher(
            store: store, providers: providers, failures: failures, sealer: sealer, now: clock.now, random: random)
        let project = Project(
            id: .sample, displayName: "Sample",
            passwordHashing: PasswordHashing(
                sealedSignerKey: try sealer.seal(Array(0..<64), for: PasswordHashing.sealingContext(project: .sample)),
                parameters: .firebase),
            createdAt: ManualClock.start)
        try await store.write { try $0.insert(project) }
        caller = Caller(project: project, client: ClientDescription(address: "192.0.2.1"))
    }

    /// Starts a sign-in, and returns the callback that the provider sends.
    func begin(
        _ provider: ProviderID = "example.com", target: ReturnTarget = .page(query: nil), browser: Fingerprint? = Self.browser
    ) async throws -> Parameters {
        let url = try await starter.begin(
            provider, for: caller, session: Self.session, browser: browser, target: target, options: FlowOptions())
        let query = try Parameters(formEncoded: String(url.split(separator: "?")[1]))
        return ["code": "authorization code", "state": query["state"] ?? "", "from": provider.rawValue]
    }

    var events: [AuthEvent] {
        get async throws { try await store.read { try $0.events(of: .sample, subject: nil, limit: 10) } }
    }
}

/// Providers that redirect to `https://provider.example/authorize`, and accept the code of their callback.
private struct ScriptedProviders: ProviderLookup, IdentityProvider {
    let error: OAuthError?
    var id: ProviderID = "example.com"

    func provider(_ id: ProviderID, in realm: Realm) async throws -> any IdentityProvider {
        ScriptedProviders(error: error, id: id)
    }

    func begin(callback: String, state: String, options: FlowOptions) async throws -> BegunFlow {
        let query: Parameters = ["redirect_uri": callback, "state": state]
        return BegunFlow(
            authorizationURL: "https://provider.example/authorize?" + query.formEncoded,
            remembered: RememberedState(pkceVerifier: "a verifier"))
    }

    func finish(_ parameters: Parameters, callback: String, remembered: RememberedState) async throws -> ProviderAssertion {
        if let error { throw error }
        guard remembered.pkceVerifier == "a verifier", callback == "https://auth.example.org/__/auth/handler" else {
            throw OAuthError(.badVerificationCode, detail: "wrong verifier")
        }
        return ProviderAssertion(
            key: IdentityKey(provider: id, origin: "https://provider.example", rawID: "1"),
            tokens: ProviderTokens(accessToken: Secret(parameters["code"] ?? "")))
    }

    func verify(_ credential: Parameters) async throws -> ProviderAssertion? { nil }

    func recognises(_ callback: Parameters) -> Bool { callback["from"] == id.rawValue }
}
