package import Hummingbird
import LatchkeyIdentity
package import LatchkeyProviders
package import LatchkeyWeb
import LatchkeyWire

/// The calls of Identity Toolkit and Secure Token: this module's routes.
package struct AccountCalls {
    package let basics: ServerBasics
    package let accounts: AccountServices
    package let flow: FlowServices

    package init(basics: ServerBasics, accounts: AccountServices, flow: FlowServices) {
        self.basics = basics
        self.accounts = accounts
        self.flow = flow
    }

    /// - Parameter captchas: Whether to add the calls for captchas, which this server does not require.
    package func add(to router: Router<ServerContext>, through endpoints: EndpointRoutes, captchas: Bool) {
        addAccounts(to: router, through: endpoints)
        addSignIns(to: router, through: endpoints)
        addSecondFactors(to: router, through: endpoints)
        addSessions(to: router, through: endpoints)
        addProviders(to: router, through: endpoints)
        addPasskeys(to: router, through: endpoints)
        TokenEndpoint(resolver: endpoints.resolver, sessions: accounts.sessions).add(to: router)
        ProjectConfigEndpoint(resolver: endpoints.resolver).add(to: router)
        PasswordPolicyEndpoint(resolver: endpoints.resolver).add(to: router)
        if captchas { RecaptchaEndpoints(resolver: endpoints.resolver).add(to: router) }
        endpoints.record.add(APIOperation.accountCalls + (captchas ? APIOperation.captchas : []))
    }

    private func addAccounts(to router: Router<ServerContext>, through endpoints: EndpointRoutes) {
        let sessions = accounts.sessions
        endpoints.add(SignUpEndpoint(signUp: accounts.signUp, sessions: sessions), to: router)
        endpoints.add(
            UpdateEndpoint(update: accounts.update, sessions: sessions, application: accounts.codes.application), to: router)
        endpoints.add(LookupEndpoint(sessions: sessions), to: router)
        endpoints.add(DeleteEndpoint(removal: accounts.removal, sessions: sessions), to: router)
        endpoints.add(
            SendOobCodeEndpoint(requests: accounts.codes.requests, sessions: sessions, publicAddress: basics.publicAddress), to: router)
        endpoints.add(ResetPasswordEndpoint(codes: accounts.codes.codes, reset: accounts.codes.reset), to: router)
    }

    private func addSignIns(to router: Router<ServerContext>, through endpoints: EndpointRoutes) {
        let sessions = accounts.sessions
        endpoints.add(SignInWithPasswordEndpoint(signIn: accounts.passwordSignIn), to: router)
        endpoints.add(
            SignInWithCustomTokenEndpoint(signIn: CustomTokenSignIn(store: basics.store, sessions: sessions, now: basics.now)), to: router)
        endpoints.add(SignInWithEmailLinkEndpoint(signIn: accounts.codes.signIn, sessions: sessions), to: router)
        endpoints.add(SendVerificationCodeEndpoint(verification: accounts.verification), to: router)
        endpoints.add(SignInWithPhoneNumberEndpoint(sessions: sessions, signIn: accounts.phoneSignIn), to: router)
        endpoints.add(SignInWithCodeEndpoint(codes: accounts.siteCodes), to: router)
    }

    private func addSecondFactors(to router: Router<ServerContext>, through endpoints: EndpointRoutes) {
        let (sessions, enrollment) = (accounts.sessions, accounts.enrollment)
        endpoints.add(MfaEnrollmentStartEndpoint(sessions: sessions, enrollment: enrollment), to: router)
        endpoints.add(MfaEnrollmentFinalizeEndpoint(sessions: sessions, enrollment: enrollment), to: router)
        endpoints.add(MfaEnrollmentWithdrawEndpoint(sessions: sessions, enrollment: enrollment), to: router)
        endpoints.add(MfaSignInStartEndpoint(signIn: accounts.secondFactor), to: router)
        endpoints.add(MfaSignInFinalizeEndpoint(signIn: accounts.secondFactor), to: router)
        endpoints.add(MfaRecoveryCodesEndpoint(sessions: sessions, codes: accounts.recoveryCodes), to: router)
    }

    private func addSessions(to router: Router<ServerContext>, through endpoints: EndpointRoutes) {
        endpoints.add(ListSessionsEndpoint(sessions: accounts.sessions), to: router)
        endpoints.add(EndSessionEndpoint(sessions: accounts.sessions), to: router)
        endpoints.add(EndOtherSessionsEndpoint(sessions: accounts.sessions), to: router)
    }

    private func addProviders(to router: Router<ServerContext>, through endpoints: EndpointRoutes) {
        let sessions = accounts.sessions
        endpoints.add(
            SignInWithIdpEndpoint(
                sessions: sessions, signIn: accounts.providerSignIn, pendingCredentials: accounts.pending, catalog: flow.catalog,
                finisher: flow.finisher), to: router)
        endpoints.add(CreateAuthUriEndpoint(methods: accounts.methods, starter: flow.starter, random: basics.random), to: router)
        endpoints.add(ReverseAuthEndpoint(catalog: flow.catalog, limits: flow.callLimits), to: router)
        endpoints.add(RequestProviderEndpoint(sessions: sessions, catalog: flow.catalog, limits: flow.callLimits), to: router)
    }

    private func addPasskeys(to router: Router<ServerContext>, through endpoints: EndpointRoutes) {
        let (passkeys, sessions) = (accounts.passkeys, accounts.sessions)
        endpoints.add(StartPasskeyEnrollmentEndpoint(passkeys: passkeys, sessions: sessions), to: router)
        endpoints.add(StartPasskeySignInEndpoint(passkeys: passkeys), to: router)
        endpoints.add(FinalizePasskeyEnrollmentEndpoint(passkeys: passkeys, sessions: sessions), to: router)
        endpoints.add(FinalizePasskeySignInEndpoint(passkeys: passkeys), to: router)
    }
}
