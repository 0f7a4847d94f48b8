package import LatchkeyIdentity
package import LatchkeyWeb

/// The use cases of accounts, which calls and pages share.
package struct AccountServices {
    package let throttle: any RateLimits
    package let sessions: Sessions
    package let vault: PasswordVault
    package let codeIssuer: CodeIssuer
    package let codes: CodeServices
    package let signUp: SignUp
    package let passwordSignIn: PasswordSignIn
    package let providerSignIn: ProviderSignIn
    package let phoneSignIn: PhoneSignIn
    package let verification: PhoneVerification
    package let siteCodes: SiteCodes
    package let pending: PendingCredentials
    package let methods: SignInMethods
    package let update: AccountUpdate
    package let removal: AccountRemoval
    package let enrollment: SecondFactorEnrollment
    package let secondFactor: SecondFactorSignIn
    package let recoveryCodes: RecoveryCodes
    package let passkeys: PasskeyCeremonies

    /// The differences of a server that imitates another one.
    package struct LenientMode: Sendable {
        /// Returns the URL of a link in a message.
        package let linkURL: @Sendable (ActionLink) -> String
        /// Receives each code that was sent to a phone.
        package let onPhoneCode: @Sendable (PhoneVerification.SentCode) -> Void

        package init(
            linkURL: @escaping @Sendable (ActionLink) -> String, onPhoneCode: @escaping @Sendable (PhoneVerification.SentCode) -> Void
        ) {
            self.linkURL = linkURL
            self.onPhoneCode = onPhoneCode
        }
    }

    /// - Parameter lenientMode: Its passwords are not hashed; nil for a real server.
    package init(
        _ basics: ServerBasics, throttle: any RateLimits, authority: TokenAuthority, hashing: HashingPool, hooks: any HookTransport,
        lenientMode: LenientMode?
    ) {
        let (store, sealer, now, random) = (basics.store, basics.sealer, basics.now, basics.random)
        let outbox = Outbox(sealer: sealer, random: random)
        self.throttle = throttle
        sessions = Sessions(
            store: store, authority: authority, hooks: hooks, throttle: throttle, outbox: outbox, now: now, random: random)
        vault = PasswordVault(pool: hashing, sealer: sealer, random: random, insecureFake: lenientMode != nil)
        codeIssuer = CodeIssuer(outbox: outbox, random: random) { [publicAddress = basics.publicAddress] in
            lenientMode?.linkURL($0) ?? $0.url(publicAddress: publicAddress.url)
        }
        codes = CodeServices(basics, sessions: sessions, vault: vault, issuer: codeIssuer, throttle: throttle)
        signUp = SignUp(store: store, sessions: sessions, passwords: vault, codes: codeIssuer, now: now, random: random)
        passwordSignIn = PasswordSignIn(store: store, sessions: sessions, passwords: vault, throttle: throttle, now: now)
        providerSignIn = ProviderSignIn(store: store, sessions: sessions, sealer: sealer, now: now, random: random)
        phoneSignIn = PhoneSignIn(store: store, sessions: sessions, now: now, random: random)
        verification = PhoneVerification(
            store: store, outbox: outbox, throttle: throttle, now: now, random: random, onSent: lenientMode?.onPhoneCode)
        siteCodes = SiteCodes(store: store, sessions: sessions, sealer: sealer, throttle: throttle, now: now, random: random)
        pending = PendingCredentials(store: store, sealer: sealer, now: now)
        methods = SignInMethods(store: store, pendingCredentials: pending)
        update = AccountUpdate(store: store, sessions: sessions, passwords: vault, codes: codeIssuer, now: now)
        removal = AccountRemoval(store: store, sessions: sessions, now: now)
        enrollment = SecondFactorEnrollment(
            store: store, sessions: sessions, verification: verification, sealer: sealer, codes: codeIssuer, now: now, random: random)
        secondFactor = SecondFactorSignIn(
            store: store, sessions: sessions, verification: verification, sealer: sealer, throttle: throttle, now: now)
        recoveryCodes = RecoveryCodes(store: store, sessions: sessions, now: now, random: random)
        passkeys = PasskeyCeremonies(basics, sessions: sessions)
    }
}
