import LatchkeyIdentity
import LatchkeyWeb

/// The use cases of accounts, which calls and pages share.
struct AccountServices {
    let throttle: Throttle
    let sessions: Sessions
    let vault: PasswordVault
    let codeIssuer: CodeIssuer
    let codes: CodeEndpoints
    let signUp: SignUp
    let passwordSignIn: PasswordSignIn
    let providerSignIn: ProviderSignIn
    let phoneSignIn: PhoneSignIn
    let verification: PhoneVerification
    let siteCodes: SiteCodes
    let pending: PendingCredentials
    let methods: SignInMethods
    let update: AccountUpdate
    let removal: AccountRemoval
    let enrolment: SecondFactorEnrolment
    let secondFactor: SecondFactorSignIn
    let recoveryCodes: RecoveryCodes
    let passkeys: PasskeyCeremonies

    init(_ parts: ServerParts, emulator: Emulator?) {
        let (store, sealer, now, random) = (parts.store, parts.sealer, parts.now, parts.random)
        let outbox = Outbox(sealer: sealer, random: random)
        throttle = Throttle(now: now, isOff: emulator != nil)
        sessions = Sessions(
            store: store, authority: parts.authority, hooks: HTTPHookTransport(transport: parts.transport), throttle: throttle,
            outbox: outbox, now: now, random: random)
        vault = PasswordVault(pool: parts.hashing, sealer: sealer, random: random, insecureFake: emulator != nil)
        codeIssuer = CodeIssuer(outbox: outbox, random: random) { [publicAddress = parts.publicAddress] in
            emulator?.url(of: $0) ?? $0.url(publicAddress: publicAddress.url)
        }
        codes = CodeEndpoints(parts, sessions: sessions, vault: vault, issuer: codeIssuer, throttle: throttle)
        signUp = SignUp(store: store, sessions: sessions, passwords: vault, codes: codeIssuer, now: now, random: random)
        passwordSignIn = PasswordSignIn(store: store, sessions: sessions, passwords: vault, throttle: throttle, now: now)
        providerSignIn = ProviderSignIn(store: store, sessions: sessions, sealer: sealer, now: now, random: random)
        phoneSignIn = PhoneSignIn(store: store, sessions: sessions, now: now, random: random)
        verification = PhoneVerification(
            store: store, outbox: outbox, throttle: throttle, now: now, random: random, onSent: parts.emulation?.phoneCodes.note)
        siteCodes = SiteCodes(store: store, sessions: sessions, sealer: sealer, throttle: throttle, now: now, random: random)
        pending = PendingCredentials(store: store, sealer: sealer, now: now)
        methods = SignInMethods(store: store, pendingCredentials: pending)
        update = AccountUpdate(store: store, sessions: sessions, passwords: vault, codes: codeIssuer, now: now)
        removal = AccountRemoval(store: store, sessions: sessions, now: now)
        enrolment = SecondFactorEnrolment(
            store: store, sessions: sessions, verification: verification, sealer: sealer, codes: codeIssuer, now: now, random: random)
        secondFactor = SecondFactorSignIn(
            store: store, sessions: sessions, verification: verification, sealer: sealer, throttle: throttle, now: now)
        recoveryCodes = RecoveryCodes(store: store, sessions: sessions, now: now, random: random)
        passkeys = PasskeyCeremonies(parts, sessions: sessions)
    }
}
