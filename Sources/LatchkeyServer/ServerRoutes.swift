public import Hummingbird
public import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyOAuth
public import LatchkeyWeb

/// Everything that the server answers. `ls` of the folders beside this file is the reference.
public enum ServerRoutes {
    /// - Parameter databases: those that the console shows; without them it has no pages for them.
    /// - Throws: When a page's template is broken.
    public static func router(_ parts: ServerParts, databases: DatabaseParts? = nil) throws -> Router<ServerContext> {
        let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
        let times = RequestTimes()
        router.add(middleware: RequestTimer(times: times))
        router.add(middleware: AccessLog())
        if let emulation = parts.emulation {
            router.add(middleware: EmulatorGate(emulation: emulation, publicAddress: parts.publicAddress))
            router.add(middleware: RepeatedMembers())
        }
        router.add(middleware: CrossOrigin(includesEmulator: parts.emulation != nil))
        router.add(middleware: ErrorEnvelope(rewording: parts.emulation.map { _ in EmulatorErrorTexts.reworded }))

        let clientAddress = ClientAddress(trustedProxies: parts.trustedProxies)
        let emulator = parts.emulation.map { Emulator($0, parts: parts) }
        let resolver = CallerResolver(
            store: parts.store, projects: emulator.map { $0.projects as any ProjectFinding } ?? ProjectDirectory(store: parts.store),
            clientAddress: clientAddress)
        let throttle = Throttle(now: parts.now, isOff: emulator != nil)
        let sessions = Sessions(
            store: parts.store, authority: parts.authority, hooks: HTTPHookTransport(transport: parts.transport), throttle: throttle,
            outbox: Outbox(sealer: parts.sealer, random: parts.random), now: parts.now, random: parts.random)
        let vault = PasswordVault(pool: parts.hashing, sealer: parts.sealer, random: parts.random, insecureFake: emulator != nil)
        let publicAddress = parts.publicAddress
        let codeIssuer = CodeIssuer(
            outbox: Outbox(sealer: parts.sealer, random: parts.random), random: parts.random
        ) { emulator?.url(of: $0) ?? $0.url(publicAddress: publicAddress.url) }
        let codes = CodeEndpoints(parts, sessions: sessions, vault: vault, issuer: codeIssuer, throttle: throttle)
        let signUp = SignUp(
            store: parts.store, sessions: sessions, passwords: vault, codes: codeIssuer, now: parts.now, random: parts.random)
        let passwordSignIn = PasswordSignIn(
            store: parts.store, sessions: sessions, passwords: vault, throttle: throttle, now: parts.now)
        let providerSignIn = ProviderSignIn(
            store: parts.store, sessions: sessions, sealer: parts.sealer, now: parts.now, random: parts.random)
        let pending = PendingCredentials(store: parts.store, sealer: parts.sealer, now: parts.now)
        let methods = SignInMethods(store: parts.store, pendingCredentials: pending)
        let catalog = ProviderCatalog(
            store: parts.store, sealer: parts.sealer, gateway: ProviderGateway(transport: parts.transport), now: parts.now,
            random: parts.random, emulated: emulator?.providers)
        let callLimits = ProviderCallLimits(throttle: throttle)
        let failures = ProviderFailures(store: parts.store, limits: callLimits, now: parts.now)
        let starter = FlowStarter(
            store: parts.store, catalog: catalog, failures: failures, sealer: parts.sealer, publicAddress: parts.publicAddress,
            now: parts.now, random: parts.random)
        let finisher = FlowFinisher(
            store: parts.store, catalog: catalog, failures: failures, sealer: parts.sealer, now: parts.now, random: parts.random)

        let administration = AccountAdministration(store: parts.store, passwords: vault, now: parts.now, random: parts.random)
        let administratorCodes = AdministratorCodes(
            store: parts.store, codes: codeIssuer, throttle: throttle, now: parts.now, listsLinks: emulator != nil)
        let emulatedAdministrators = parts.emulation.map {
            EmulatedAdministrators(
                $0, parts: parts, vault: vault, administration: administration, sessions: sessions, codes: administratorCodes)
        }
        let record = APIRecord()
        let endpoints = EndpointRoutes(
            resolver: resolver, record: record,
            interceptor: emulator.flatMap { emulatedAdministrators?.forms(projects: $0.projects, clientAddress: clientAddress) })
        let phoneSignIn = PhoneSignIn(store: parts.store, sessions: sessions, now: parts.now, random: parts.random)
        let checks = emulator?.checks(sessions: sessions, codes: codes, phones: phoneSignIn, catalog: catalog)
        let signUpCall = SignUpEndpoint(signUp: signUp, sessions: sessions)
        if let checks {
            endpoints.add(
                EmulatedSignUpEndpoint(call: signUpCall, administration: administration), to: router, preparedBy: checks.signUp)
        } else {
            endpoints.add(signUpCall, to: router)
        }
        endpoints.add(
            SignInWithPasswordEndpoint(signIn: passwordSignIn), to: router, preparedBy: checks?.signInWithPassword,
            finishedBy: checks?.withoutProfile)
        endpoints.add(
            SignInWithIdpEndpoint(
                sessions: sessions, signIn: providerSignIn, pendingCredentials: pending, catalog: catalog, finisher: finisher),
            to: router, preparedBy: checks?.signInWithIdp, finishedBy: checks?.told)
        endpoints.add(
            SignInWithCustomTokenEndpoint(signIn: CustomTokenSignIn(store: parts.store, sessions: sessions, now: parts.now)), to: router)
        let verification = PhoneVerification(
            store: parts.store, outbox: Outbox(sealer: parts.sealer, random: parts.random), throttle: throttle, now: parts.now,
            random: parts.random, onSent: parts.emulation?.phoneCodes.note)
        endpoints.add(
            SendVerificationCodeEndpoint(verification: verification), to: router, preparedBy: checks?.sendVerificationCode)
        endpoints.add(
            SignInWithPhoneNumberEndpoint(sessions: sessions, signIn: phoneSignIn), to: router, preparedBy: checks?.signInWithPhoneNumber)
        let siteCodes = SiteCodes(
            store: parts.store, sessions: sessions, sealer: parts.sealer, throttle: throttle, now: parts.now, random: parts.random)
        endpoints.add(SignInWithCodeEndpoint(codes: siteCodes), to: router)
        let enrolment = SecondFactorEnrolment(
            store: parts.store, sessions: sessions, verification: verification, sealer: parts.sealer, codes: codeIssuer,
            now: parts.now, random: parts.random)
        let secondFactor = SecondFactorSignIn(
            store: parts.store, sessions: sessions, verification: verification, sealer: parts.sealer, throttle: throttle, now: parts.now)
        let recoveryCodes = RecoveryCodes(store: parts.store, sessions: sessions, now: parts.now, random: parts.random)
        endpoints.add(
            MfaEnrollmentStartEndpoint(sessions: sessions, enrolment: enrolment), to: router, preparedBy: checks?.startEnrolment)
        endpoints.add(
            MfaEnrollmentFinalizeEndpoint(sessions: sessions, enrolment: enrolment), to: router, preparedBy: checks?.finalizeEnrolment)
        endpoints.add(
            MfaEnrollmentWithdrawEndpoint(sessions: sessions, enrolment: enrolment), to: router, preparedBy: checks?.withdrawEnrolment)
        endpoints.add(MfaSignInStartEndpoint(signIn: secondFactor), to: router, preparedBy: checks?.startSecondFactor)
        endpoints.add(MfaSignInFinalizeEndpoint(signIn: secondFactor), to: router, preparedBy: checks?.finalizeSecondFactor)
        endpoints.add(MfaRecoveryCodesEndpoint(sessions: sessions, codes: recoveryCodes), to: router)
        endpoints.add(
            CreateAuthUriEndpoint(methods: methods, starter: starter, random: parts.random), to: router,
            preparedBy: checks?.createAuthUri, finishedBy: checks?.registered)
        endpoints.add(ReverseAuthEndpoint(catalog: catalog, limits: callLimits), to: router)
        endpoints.add(RequestProviderEndpoint(sessions: sessions, catalog: catalog, limits: callLimits), to: router)
        endpoints.add(LookupEndpoint(store: parts.store, sessions: sessions), to: router)
        let update = AccountUpdate(store: parts.store, sessions: sessions, passwords: vault, codes: codeIssuer, now: parts.now)
        let updateCall = UpdateEndpoint(update: update, sessions: sessions, application: codes.application)
        if let checks {
            endpoints.add(
                EmulatedUpdateEndpoint(
                    call: updateCall, store: parts.store,
                    administrators: UpdateAccountEndpoint(store: parts.store, administration: administration, now: parts.now)),
                to: router, preparedBy: checks.update)
        } else {
            endpoints.add(updateCall, to: router)
        }
        codes.add(to: router, through: endpoints, preparedBy: checks)
        endpoints.add(
            DeleteEndpoint(removal: AccountRemoval(store: parts.store, sessions: sessions, now: parts.now), sessions: sessions), to: router)
        if emulator == nil {
            let answers = LegacyAnswers(
                secrets: DatabaseSecrets(store: parts.store, sealer: parts.sealer, now: parts.now), sessions: sessions)
            LegacyRoutes(
                store: parts.store, resolver: resolver,
                accounts: LegacyAccounts(
                    signUp: signUp, passwords: passwordSignIn, update: update,
                    removal: AccountRemoval(store: parts.store, sessions: sessions, now: parts.now), codes: codes.requests,
                    sessions: sessions, answers: answers),
                providers: LegacyProviders(catalog: catalog, signIn: providerSignIn, limits: callLimits, answers: answers), record: record
            ).add(to: router)
        }
        let passkeys = PasskeyCeremonies(parts, sessions: sessions)
        endpoints.add(StartPasskeyEnrollmentEndpoint(passkeys: passkeys, sessions: sessions), to: router)
        endpoints.add(StartPasskeySignInEndpoint(passkeys: passkeys), to: router)
        let finalizeEnrolment = FinalizePasskeyEnrollmentEndpoint(passkeys: passkeys, sessions: sessions)
        let finalizeSignIn = FinalizePasskeySignInEndpoint(passkeys: passkeys)
        if emulator == nil {
            endpoints.add(finalizeEnrolment, to: router)
            endpoints.add(finalizeSignIn, to: router)
        } else {
            let fakes = InsecureFakePasskeys(store: parts.store, sessions: sessions, now: parts.now)
            endpoints.add(EmulatedPasskeyEnrolmentEndpoint(call: finalizeEnrolment, fakes: fakes), to: router)
            endpoints.add(EmulatedPasskeySignInEndpoint(call: finalizeSignIn, fakes: fakes), to: router)
        }
        let grant = ServiceAccountGrant(store: parts.store, now: parts.now, random: parts.random)
        AccessTokenEndpoint(grant: grant, publicAddress: parts.publicAddress).add(to: router)
        let admin = AdminRoutes(
            store: parts.store, door: emulator.map { $0.projects as any AdministratorDoor } ?? grant, clientAddress: clientAddress,
            record: record)
        if let emulatedAdministrators {
            emulatedAdministrators.add(to: router, through: admin)
            UnimplementedCalls.add(to: router, through: admin)
        } else {
            admin.add(CreateAccountEndpoint(administration: administration), to: router)
            admin.add(LookupAccountsEndpoint(store: parts.store), to: router)
            admin.add(UpdateAccountEndpoint(store: parts.store, administration: administration, now: parts.now), to: router)
            admin.add(DeleteAccountEndpoint(administration: administration), to: router)
            admin.add(
                AdminSendOobCodeEndpoint(codes: administratorCodes, sessions: sessions, publicAddress: publicAddress), to: router)
            ProjectSettingsEndpoint(
                store: parts.store, passwords: vault, targets: parts.targets, isOperators: parts.sandbox, now: parts.now
            ).add(to: router, through: admin)
            TenantEndpoints(store: parts.store, now: parts.now, random: parts.random).add(to: router, through: admin)
        }
        admin.add(BatchDeleteEndpoint(administration: administration), to: router)
        admin.add(BatchGetEndpoint(store: parts.store), to: router)
        let accountImport = AccountImport(
            store: parts.store, passwords: vault, sealer: parts.sealer, knownProviders: ProviderKind.all, now: parts.now,
            random: parts.random)
        let batchCreate = BatchCreateEndpoint(
            store: parts.store, accounts: accountImport, passwords: vault, now: parts.now, insecureFake: emulator != nil)
        admin.add(batchCreate, to: router)
        admin.add(QueryAccountsEndpoint(store: parts.store), to: router)
        admin.add(ListEventsEndpoint(store: parts.store), to: router)
        DecisionEndpoints(denials: parts.denials).add(to: router, through: admin)
        admin.add(
            CreateSessionCookieEndpoint(cookies: SessionCookies(sessions: sessions)), QueryAccountsEndpoint(store: parts.store), to: router)
        admin.addProviderConfigurations(parts, to: router)
        ProjectConfigEndpoint(resolver: resolver).add(to: router)
        PasswordPolicyEndpoint(resolver: resolver).add(to: router)
        if emulator == nil { RecaptchaEndpoints(resolver: resolver).add(to: router) }
        TokenEndpoint(resolver: resolver, sessions: sessions).add(to: router)
        KeyDocuments(authority: parts.authority, store: parts.store, publicAddress: parts.publicAddress).add(to: router)
        AppAssociation(store: parts.store).add(to: router)
        Health(store: parts.store, now: parts.now).add(to: router)
        APIDocumentEndpoint(record: record, parts: parts).add(to: router)

        let pages = try PageRenderer(
            templates: ActionTemplates.all + CallbackTemplates.all + OutboxTemplates.all + EmulatorTemplates.all)
        let cookie = BrowserCookie(publicAddress: parts.publicAddress, random: parts.random)
        for asset in PageAsset.signIn + [PageAsset.theme(parts.signInStyle)] { asset.add(to: router) }
        if let outbox = parts.outbox {
            OutboxPage(outbox: outbox, publicAddress: parts.publicAddress, pages: pages, project: parts.standardProject).add(to: router)
        }
        HandlerPage(
            resolver: resolver, store: parts.store, starter: starter, finisher: finisher, publicAddress: parts.publicAddress,
            cookie: cookie, pages: pages
        ).add(to: router, underEmulatorsName: emulator == nil)
        WebFramePage(resolver: resolver, publicAddress: parts.publicAddress, pages: pages, isEmulator: emulator != nil).add(to: router)
        for asset in PageAsset.webFlow { asset.add(to: router) }
        WebConfiguration(
            store: parts.store, project: parts.standardProject, publicAddress: parts.publicAddress,
            emulatorKey: emulator == nil ? nil : Emulation.apiKey
        ).add(to: router)
        CallbackPage(pages: pages).add(to: router)
        ActionPage(resolver: resolver, parts: codes, publicAddress: parts.publicAddress, cookie: cookie, pages: pages)
            .add(to: router, underEmulatorsName: emulator == nil)
        SignInPage(
            store: parts.store,
            visits: SignInVisits(
                store: parts.store, resolver: resolver, standardProject: parts.standardProject, clientAddress: clientAddress,
                publicAddress: parts.publicAddress),
            starter: starter, catalog: catalog,
            actions: SignInPageActions(
                sessions: sessions, signUp: signUp, codes: codes.requests, passwordSignIn: passwordSignIn, update: update,
                providerSignIn: providerSignIn, pendingCredentials: pending, methods: methods, finisher: finisher),
            secondFactors: SecondFactorPage(signIn: secondFactor, pages: pages), emailLinks: codes.signIn, telephones: phoneSignIn,
            verification: verification, siteCodes: siteCodes, cookie: cookie, pages: pages, passkeys: passkeys, sandbox: parts.sandbox
        ).add(to: router)
        if let console = parts.console {
            ConsoleRoutes(
                parts: parts, console: console, databases: databases, sessions: sessions, vault: vault, passwordSignIn: passwordSignIn,
                secondFactor: secondFactor, administration: administration, enrolment: enrolment, recovery: recoveryCodes,
                passkeys: passkeys, update: update, administratorCodes: administratorCodes, clientAddress: clientAddress, cookie: cookie,
                pages: pages, times: times
            ).add(to: router)
        }
        if let emulator {
            emulator.add(
                to: router, resolver: resolver, administration: administration, batchCreate: batchCreate, codes: codes, pages: pages)
        } else {
            router.get("/") { _, _ in Response.seeOther("/sign-in") }
        }
        return router
    }
}
