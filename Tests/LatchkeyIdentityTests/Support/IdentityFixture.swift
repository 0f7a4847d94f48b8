import Crypto
import Foundation
import LatchkeyMemoryStore
import LatchkeySecrets
import LatchkeyTestSupport

@testable import LatchkeyIdentity

/// The use cases of a server on a store in memory, with a clock that only the test advances and seeded random values.
struct IdentityFixture: Sendable {
    let store: any AccountStore = MemoryStore()
    let clock = ManualClock()
    let random = RandomTokens.seeded(7)
    let sealer = Sealer(masterKey: SymmetricKey(data: Array(repeating: 0x2a, count: 32)))
    let project: Project
    let authority: TokenAuthority
    let throttle: Throttle
    let outbox: Outbox
    let sessions: Sessions
    let vault: PasswordVault
    let codes: CodeIssuer

    /// - Parameters:
    ///   - settings: The settings of the project; by default, every way to sign in is enabled.
    ///   - hooks: The hooks that the settings name.
    init(_ settings: ProjectSettings = .everyMethod, hooks: (any HookTransport)? = nil) async throws {
        let (store, clock, sealer, random) = (store, clock, sealer, random)
        // The least costs: the hash of a password has tests of its own.
        let hashing = PasswordHashing(
            sealedSignerKey: try sealer.seal(Array(0..<64), for: PasswordHashing.sealingContext(project: .sample)),
            parameters: ScryptParameters(rounds: 1, memoryCost: 1) ?? .firebase)
        let project = Project(
            id: .sample, displayName: "Sample", settings: settings, passwordHashing: hashing, createdAt: ManualClock.start)
        self.project = project
        try await store.write { try $0.insert(project) }
        // The creation of an RSA key takes seconds.
        let ring = try await ProjectSetup(store: store, sealer: sealer, now: clock.now, random: random).keyRing(preferring: .es256)
        authority = TokenAuthority(ring: ring, issuer: { "https://auth.example.org/" + $0.rawValue }, now: clock.now)
        throttle = Throttle(now: clock.now)
        outbox = Outbox(sealer: sealer, random: random)
        sessions = Sessions(
            store: store, authority: authority, hooks: hooks, throttle: throttle, outbox: outbox, now: clock.now, random: random)
        vault = PasswordVault(pool: HashingPool(width: 2), sealer: sealer, random: random)
        codes = CodeIssuer(outbox: outbox, random: random) { "\($0.mode.rawValue) \($0.code.expose())" }
        for provider in Self.providers { try await configure(provider) }
    }

    /// A caller of the project, in a network.
    func caller(
        from address: String? = "192.0.2.1", in tenant: TenantID = .none, origin: String? = nil,
        generation: ClientGeneration = .current, _ edit: (inout ProjectSettings) -> Void = { _ in }
    ) -> Caller {
        var project = project
        edit(&project.settings)
        return Caller(
            project: project, tenant: tenant, client: ClientDescription(address: address), origin: origin, generation: generation)
    }
}

extension ProjectSettings {
    /// The settings with every way to sign in and both kinds of second factors.
    static let everyMethod = ProjectSettings(
        anonymousSignIn: true, phoneSignIn: true, smsSecondFactor: true, totpSecondFactor: true, emailLinkSignIn: true)
}

extension IdentityFixture {
    var signUp: SignUp { SignUp(store: store, sessions: sessions, passwords: vault, codes: codes, now: clock.now, random: random) }
    var passwordSignIn: PasswordSignIn {
        PasswordSignIn(store: store, sessions: sessions, passwords: vault, throttle: throttle, now: clock.now)
    }
    var providerSignIn: ProviderSignIn {
        ProviderSignIn(store: store, sessions: sessions, sealer: sealer, now: clock.now, random: random)
    }
    var pendingCredentials: PendingCredentials { PendingCredentials(store: store, sealer: sealer, now: clock.now) }
    var methods: SignInMethods { SignInMethods(store: store, pendingCredentials: pendingCredentials) }
    var update: AccountUpdate { AccountUpdate(store: store, sessions: sessions, passwords: vault, codes: codes, now: clock.now) }
    var removal: AccountRemoval { AccountRemoval(store: store, sessions: sessions, now: clock.now) }
    var verification: PhoneVerification {
        PhoneVerification(store: store, outbox: outbox, throttle: throttle, now: clock.now, random: random)
    }
    var phoneSignIn: PhoneSignIn { PhoneSignIn(store: store, sessions: sessions, now: clock.now, random: random) }
    var customTokenSignIn: CustomTokenSignIn { CustomTokenSignIn(store: store, sessions: sessions, now: clock.now) }
    var emailLinkSignIn: EmailLinkSignIn {
        EmailLinkSignIn(store: store, sessions: sessions, codes: codes, now: clock.now, random: random)
    }
    var siteCodes: SiteCodes {
        SiteCodes(store: store, sessions: sessions, sealer: sealer, throttle: throttle, now: clock.now, random: random)
    }
    var codeRequests: CodeRequests {
        CodeRequests(store: store, sessions: sessions, codes: codes, throttle: throttle, now: clock.now)
    }
    var codeApplication: CodeApplication { CodeApplication(store: store, sessions: sessions, codes: codes, now: clock.now) }
    var passwordReset: PasswordReset { PasswordReset(store: store, passwords: vault, throttle: throttle, now: clock.now) }
    var oneTimeCodes: OneTimeCodes { OneTimeCodes(store: store, now: clock.now) }
    var administratorCodes: AdministratorCodes {
        AdministratorCodes(store: store, codes: codes, throttle: throttle, now: clock.now)
    }
    var administration: AccountAdministration {
        AccountAdministration(store: store, passwords: vault, now: clock.now, random: random)
    }
    var accountImport: AccountImport {
        AccountImport(
            store: store, passwords: vault, sealer: sealer, standardOrigin: { "https://api.\($0.rawValue)" }, now: clock.now, random: random
        )
    }
    var enrollment: SecondFactorEnrollment {
        SecondFactorEnrollment(
            store: store, sessions: sessions, verification: verification, sealer: sealer, codes: codes, now: clock.now, random: random)
    }
    var secondFactorSignIn: SecondFactorSignIn {
        SecondFactorSignIn(
            store: store, sessions: sessions, verification: verification, sealer: sealer, throttle: throttle, now: clock.now)
    }
    var recoveryCodes: RecoveryCodes { RecoveryCodes(store: store, sessions: sessions, now: clock.now, random: random) }
    var passkeyEnrollment: PasskeyEnrollment { PasskeyEnrollment(store: store, sessions: sessions, now: clock.now, random: random) }
    var passkeySignIn: PasskeySignIn { PasskeySignIn(store: store, sessions: sessions, now: clock.now, random: random) }
    var cookies: SessionCookies { SessionCookies(sessions: sessions) }
}
