import Hummingbird
import LatchkeyIdentity
import LatchkeyWeb

/// The calls of Identity Toolkit and Secure Token.
extension ServerServices {
    func addAccountCalls(to router: Router<ServerContext>) {
        let (sessions, store) = (accounts.sessions, parts.store)
        let signUp = SignUpEndpoint(signUp: accounts.signUp, sessions: sessions)
        let update = UpdateEndpoint(update: accounts.update, sessions: sessions, application: accounts.codes.application)
        if let checks {
            endpoints.add(EmulatedSignUpEndpoint(call: signUp, administration: administration), to: router, preparedBy: checks.signUp)
            endpoints.add(
                EmulatedUpdateEndpoint(
                    call: update, store: store,
                    administrators: UpdateAccountEndpoint(store: store, administration: administration, now: parts.now)),
                to: router, preparedBy: checks.update)
        } else {
            endpoints.add(signUp, to: router)
            endpoints.add(update, to: router)
        }
        endpoints.add(
            SignInWithPasswordEndpoint(signIn: accounts.passwordSignIn), to: router, preparedBy: checks?.signInWithPassword,
            finishedBy: checks?.withoutProfile)
        endpoints.add(
            SignInWithCustomTokenEndpoint(signIn: CustomTokenSignIn(store: store, sessions: sessions, now: parts.now)), to: router)
        endpoints.add(
            SendVerificationCodeEndpoint(verification: accounts.verification), to: router, preparedBy: checks?.sendVerificationCode)
        endpoints.add(
            SignInWithPhoneNumberEndpoint(sessions: sessions, signIn: accounts.phoneSignIn), to: router,
            preparedBy: checks?.signInWithPhoneNumber)
        endpoints.add(SignInWithCodeEndpoint(codes: accounts.siteCodes), to: router)
        endpoints.add(LookupEndpoint(store: store, sessions: sessions), to: router)
        accounts.codes.add(to: router, through: endpoints, preparedBy: checks)
        endpoints.add(DeleteEndpoint(removal: accounts.removal, sessions: sessions), to: router)
        TokenEndpoint(resolver: resolver, sessions: sessions).add(to: router)
        ProjectConfigEndpoint(resolver: resolver).add(to: router)
        PasswordPolicyEndpoint(resolver: resolver).add(to: router)
        if emulator == nil { RecaptchaEndpoints(resolver: resolver).add(to: router) }
    }

    func addSecondFactorCalls(to router: Router<ServerContext>) {
        let (sessions, enrolment, secondFactor) = (accounts.sessions, accounts.enrolment, accounts.secondFactor)
        endpoints.add(
            MfaEnrollmentStartEndpoint(sessions: sessions, enrolment: enrolment), to: router, preparedBy: checks?.startEnrolment)
        endpoints.add(
            MfaEnrollmentFinalizeEndpoint(sessions: sessions, enrolment: enrolment), to: router, preparedBy: checks?.finalizeEnrolment)
        endpoints.add(
            MfaEnrollmentWithdrawEndpoint(sessions: sessions, enrolment: enrolment), to: router, preparedBy: checks?.withdrawEnrolment)
        endpoints.add(MfaSignInStartEndpoint(signIn: secondFactor), to: router, preparedBy: checks?.startSecondFactor)
        endpoints.add(MfaSignInFinalizeEndpoint(signIn: secondFactor), to: router, preparedBy: checks?.finalizeSecondFactor)
        endpoints.add(MfaRecoveryCodesEndpoint(sessions: sessions, codes: accounts.recoveryCodes), to: router)
    }

    func addProviderCalls(to router: Router<ServerContext>) {
        endpoints.add(
            SignInWithIdpEndpoint(
                sessions: accounts.sessions, signIn: accounts.providerSignIn, pendingCredentials: accounts.pending, catalog: flow.catalog,
                finisher: flow.finisher),
            to: router, preparedBy: checks?.signInWithIdp, finishedBy: checks?.told)
        endpoints.add(
            CreateAuthUriEndpoint(methods: accounts.methods, starter: flow.starter, random: parts.random), to: router,
            preparedBy: checks?.createAuthUri, finishedBy: checks?.registered)
        endpoints.add(ReverseAuthEndpoint(catalog: flow.catalog, limits: flow.callLimits), to: router)
        endpoints.add(RequestProviderEndpoint(sessions: accounts.sessions, catalog: flow.catalog, limits: flow.callLimits), to: router)
    }

    func addPasskeyCalls(to router: Router<ServerContext>) {
        let (passkeys, sessions) = (accounts.passkeys, accounts.sessions)
        endpoints.add(StartPasskeyEnrollmentEndpoint(passkeys: passkeys, sessions: sessions), to: router)
        endpoints.add(StartPasskeySignInEndpoint(passkeys: passkeys), to: router)
        let enrolment = FinalizePasskeyEnrollmentEndpoint(passkeys: passkeys, sessions: sessions)
        let signIn = FinalizePasskeySignInEndpoint(passkeys: passkeys)
        if emulator == nil {
            endpoints.add(enrolment, to: router)
            endpoints.add(signIn, to: router)
        } else {
            let fakes = InsecureFakePasskeys(store: parts.store, sessions: sessions, now: parts.now)
            endpoints.add(EmulatedPasskeyEnrolmentEndpoint(call: enrolment, fakes: fakes), to: router)
            endpoints.add(EmulatedPasskeySignInEndpoint(call: signIn, fakes: fakes), to: router)
        }
    }

    /// The routes of original clients of the first two generations, which an emulator does not have.
    func addLegacyRoutes(to router: Router<ServerContext>) {
        guard emulator == nil else { return }
        let answers = LegacyAnswers(
            secrets: DatabaseSecrets(store: parts.store, sealer: parts.sealer, now: parts.now), sessions: accounts.sessions)
        LegacyRoutes(
            store: parts.store, resolver: resolver,
            accounts: LegacyAccounts(
                signUp: accounts.signUp, passwords: accounts.passwordSignIn, update: accounts.update, removal: accounts.removal,
                codes: accounts.codes.requests, sessions: accounts.sessions, answers: answers),
            providers: LegacyProviders(
                catalog: flow.catalog, signIn: accounts.providerSignIn, limits: flow.callLimits, answers: answers),
            record: record
        ).add(to: router)
    }
}
