import Hummingbird
import LatchkeyIdentity
import LatchkeyWeb

/// The services and endpoints for one-time codes.
struct CodeEndpoints {
    let requests: CodeRequests
    let codes: OneTimeCodes
    let reset: PasswordReset
    let signIn: EmailLinkSignIn
    let application: CodeApplication
    private let sessions: Sessions
    private let publicAddress: PublicAddress

    init(_ parts: ServerParts, sessions: Sessions, vault: PasswordVault, issuer: CodeIssuer, throttle: Throttle) {
        requests = CodeRequests(store: parts.store, sessions: sessions, codes: issuer, throttle: throttle, now: parts.now)
        codes = OneTimeCodes(store: parts.store, now: parts.now)
        reset = PasswordReset(store: parts.store, passwords: vault, throttle: throttle, now: parts.now)
        signIn = EmailLinkSignIn(store: parts.store, sessions: sessions, codes: issuer, now: parts.now, random: parts.random)
        application = CodeApplication(store: parts.store, sessions: sessions, codes: issuer, now: parts.now)
        self.sessions = sessions
        publicAddress = parts.publicAddress
    }

    /// - Parameter checks: The emulator's request checks.
    func add(to router: Router<ServerContext>, through endpoints: EndpointRoutes, preparedBy checks: EmulatorChecks?) {
        endpoints.add(
            SendOobCodeEndpoint(requests: requests, sessions: sessions, publicAddress: publicAddress), to: router,
            preparedBy: checks?.sendOobCode)
        endpoints.add(ResetPasswordEndpoint(codes: codes, reset: reset), to: router, preparedBy: checks?.resetPassword)
        endpoints.add(
            SignInWithEmailLinkEndpoint(signIn: signIn, sessions: sessions), to: router, preparedBy: checks?.signInWithEmailLink)
    }
}
