/// The sender of a request: the project of the API key with the tenant's settings, the tenant, and the client's description of itself.
public struct Caller: Sendable {
    package let project: Project
    package let tenant: TenantID
    package let client: ClientDescription
    /// The API key of the request, which links in emails contain too.
    package let apiKey: String?
    /// The language that the client requested (BCP 47), verbatim.
    package let language: String?
    /// The origin of the requesting web page, as reported by the browser; `nil` for other clients.
    package let origin: String?
    /// The generation of Firebase's interface, as the client states it.
    package let generation: ClientGeneration
    /// The responses of the project's hooks during this request.
    var hookReplies = HookReplies()

    /// The maximum length of a language tag. Longer ones are ignored; the longest in use have 35 characters.
    package static let maxLanguageBytes = 35

    /// Creates a caller. A language tag that is empty or longer than ``maxLanguageBytes`` is ignored.
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

    /// Returns the same caller in the tenant that its ID token names.
    ///
    /// - Throws: ``TenantNotFound``; ``SignInError`` with `PROJECT_DISABLED`.
    func `in`(_ tenant: TenantID, of view: any StoreReading) throws -> Caller {
        if tenant == self.tenant { return self }
        return Caller(
            project: try view.project(project, seenIn: tenant), tenant: tenant, client: client, apiKey: apiKey, language: language,
            origin: origin, generation: generation)
    }

    package var realm: Realm { Realm(project: project.id, tenant: tenant) }

    /// Returns the lifetime, in seconds, of something that expires on a real server. In an emulator it exceeds the duration of any run.
    func lifetime(of seconds: Double) -> Double { project.policies.limitsCodes ? seconds : 10 * 365 * 86_400 }

    /// Returns the number of attempts for a code, given the limit of a real server.
    func tries(_ count: Int) -> Int { project.policies.limitsCodes ? count : Int(Int32.max) }
}

extension Project {
    /// Whether responses hide which addresses are taken, and new addresses must be verified first.
    var protectsAddresses: Bool { settings.enumerationProtection && policies.protectsAddresses }
}

/// A caller with a valid ID token.
package struct SignedInCaller: Sendable {
    package let caller: Caller
    package let account: Account
    package let claims: IDTokenClaims
    /// The session as it was when the token was verified.
    package let session: Session

    /// The sign-in method of this session.
    package var method: ProviderID { ProviderID(rawValue: claims.firebase.signInProvider) }
}
