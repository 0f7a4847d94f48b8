/// The limits of requests to providers on behalf of apps, because all users of a provider share its own limits, and of the audit log
/// entries for provider errors.
package struct ProviderCallLimits: Sendable {
    private static let providerRequests = Quota(60, everySeconds: 60)
    private static let reverseAuths = Quota(60, everySeconds: 60)
    private static let failures = Quota(1000, everySeconds: 3600)

    let throttle: any RateLimits

    package init(throttle: any RateLimits) {
        self.throttle = throttle
    }

    /// Consumes one provider request.
    ///
    /// - Throws: ``TooManyAttempts`` if an account made more than 60 requests within a minute.
    package func takeProviderRequest(of account: Account) async throws {
        try await throttle.take(.providerRequest, of: Self.providerRequests, for: account.id.rawValue, in: account.realm)
    }

    /// Consumes one reverse auth request.
    ///
    /// - Throws: ``TooManyAttempts`` if a network made more than 60 requests within a minute.
    package func takeReverseAuth(by caller: Caller) async throws {
        try await throttle.take(.reverseAuth, of: Self.reverseAuths, by: caller)
    }

    /// Whether to record a provider's refusal in the audit log, where entries stay. The limit is 1,000 per hour and project, because any
    /// client can cause refusals with an invented code.
    package func recordsFailure(in project: ProjectID) async -> Bool {
        (try? await throttle.take(.providerFailure, of: Self.failures, in: project)) != nil
    }
}

extension Throttle.Action {
    fileprivate static let providerRequest = Self(rawValue: "provider_request")
    fileprivate static let reverseAuth = Self(rawValue: "reverse_auth")
    fileprivate static let providerFailure = Self(rawValue: "provider_failure")
}
