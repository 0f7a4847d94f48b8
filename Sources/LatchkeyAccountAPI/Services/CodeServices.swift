package import LatchkeyIdentity
import LatchkeyWeb

/// The services for one-time codes.
package struct CodeServices {
    package let requests: CodeRequests
    package let codes: OneTimeCodes
    package let reset: PasswordReset
    package let signIn: EmailLinkSignIn
    package let application: CodeApplication

    init(_ basics: ServerBasics, sessions: Sessions, vault: PasswordVault, issuer: CodeIssuer, throttle: any RateLimits) {
        let (store, now) = (basics.store, basics.now)
        requests = CodeRequests(store: store, sessions: sessions, codes: issuer, throttle: throttle, now: now)
        codes = OneTimeCodes(store: store, now: now)
        reset = PasswordReset(store: store, passwords: vault, throttle: throttle, now: now)
        signIn = EmailLinkSignIn(store: store, sessions: sessions, codes: issuer, now: now, random: basics.random)
        application = CodeApplication(store: store, sessions: sessions, codes: issuer, now: now)
    }
}
