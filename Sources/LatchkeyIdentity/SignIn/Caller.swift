/// Who asks: the project that the API key named, as the tenant sees it, the tenant, and what the client says about itself.
public struct Caller: Sendable {
    public let project: Project
    public let tenant: TenantID
    public let client: ClientDescription
    /// The key that the request carried; links in mails carry it too.
    public let apiKey: String?
    /// The language that the client asked for (BCP 47), as it wrote it.
    public let language: String?
    /// The origin of the web page that asks, in the browser's word; none for a program that is no browser.
    public let origin: String?
    /// Which of Firebase's interfaces the client speaks, in its own word.
    public let generation: ClientGeneration
    /// What the project's hooks have said so far about this request.
    var hookAnswers = HookAnswers()

    /// Longer names of languages are taken for none: the longest in use have 35 characters.
    public static let maxLanguageBytes = 35

    public init(
        project: Project, tenant: TenantID = .none, client: ClientDescription = .init(), apiKey: String? = nil, language: String? = nil,
        origin: String? = nil, generation: ClientGeneration = .current
    ) {
        self.project = project
        self.tenant = tenant
        self.client = client
        self.apiKey = apiKey
        self.language = language.flatMap { $0.isEmpty || $0.utf8.count > Self.maxLanguageBytes ? nil : $0 }
        self.origin = origin
        self.generation = generation
    }

    /// The same caller, in a tenant that its ID token names.
    ///
    /// - Throws: ``TenantNotFound``; ``SignInError`` with `PROJECT_DISABLED`.
    func `in`(_ tenant: TenantID, of view: any StoreReading) throws -> Caller {
        if tenant == self.tenant { return self }
        return Caller(
            project: try view.project(project, seenIn: tenant), tenant: tenant, client: client, apiKey: apiKey, language: language,
            origin: origin, generation: generation)
    }

    public var realm: Realm { Realm(project: project.id, tenant: tenant) }

    /// The lifetime, in seconds, of something that expires on a real server. In an emulator it lasts longer than any run.
    func lifetime(of seconds: Double) -> Double { project.policies.limitsCodes ? seconds : 10 * 365 * 86_400 }

    /// How often a code may be tried, given the limit of a real server.
    func tries(_ count: Int) -> Int { project.policies.limitsCodes ? count : Int(Int32.max) }
}

extension Project {
    /// Whether answers hide which addresses are taken, and new addresses must be verified first.
    var protectsAddresses: Bool { settings.enumerationProtection && policies.protectsAddresses }
}

/// A caller with a valid ID token: somebody who is signed in.
public struct SignedInCaller: Sendable {
    public let caller: Caller
    public let account: Account
    public let claims: IDTokenClaims
    /// As it was when the token was checked.
    public let session: Session

    public init(caller: Caller, account: Account, claims: IDTokenClaims, session: Session) {
        self.caller = caller
        self.account = account
        self.claims = claims
        self.session = session
    }

    /// The way this session began.
    public var method: ProviderID { ProviderID(rawValue: claims.firebase.signInProvider) }
}
