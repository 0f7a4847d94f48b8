/// How often apps may have the server sign something for a provider, whose own limits are shared by all who sign in with it; and how often
/// it is written down that a provider refused.
public struct ProviderCallLimits: Sendable {
    private static let providerRequests = Quota(60, everySeconds: 60)
    private static let reverseAuths = Quota(60, everySeconds: 60)
    private static let failures = Quota(1000, everySeconds: 3600)

    let throttle: Throttle

    public init(throttle: Throttle) {
        self.throttle = throttle
    }

    /// - Throws: ``TooManyAttempts`` when an account asked more than 60 times in a minute.
    public func takeProviderRequest(of account: Account) throws {
        try throttle.take(.providerRequest, of: Self.providerRequests, for: account.id.rawValue, in: account.realm)
    }

    /// - Throws: ``TooManyAttempts`` when a network asked more than 60 times in a minute.
    public func takeReverseAuth(by caller: Caller) throws {
        try throttle.take(.reverseAuth, of: Self.reverseAuths, by: caller)
    }

    /// Whether a provider's refusal is worth a line in the record of events, where lines stay: anybody can make a provider refuse, by a
    /// code of their own invention. 1,000 an hour say enough about one project.
    public func recordsFailure(in project: ProjectID) -> Bool {
        (try? throttle.take(.providerFailure, of: Self.failures, in: project)) != nil
    }
}

extension Throttle.Deed {
    fileprivate static let providerRequest = Self(rawValue: "provider_request")
    fileprivate static let reverseAuth = Self(rawValue: "reverse_auth")
    fileprivate static let providerFailure = Self(rawValue: "provider_failure")
}
