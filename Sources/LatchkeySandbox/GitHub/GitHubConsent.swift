import LatchkeyOAuth
import LatchkeySecrets

/// A person's decision about an authorization request.
struct GitHubConsent: Sendable {
    let state: SandboxState

    /// Validates a request; throws ``GitHubAuthorizationRefusal``, also for faults that apply to all persons.
    func authorization(_ query: FormParameters, path: String) throws -> GitHubAuthorization {
        try state.withLedger { ledger in
            let authorization = try GitHubAuthorization(query, apps: ledger.apps)
            let registered = authorization.app.callbacks.first ?? authorization.redirectURI
            let faults: [(SandboxFault.Kind, GitHubOAuthError)] = [
                (.callbackNotApproved, .redirectMismatch("a fault is switched on")),
                (
                    .appSuspended,
                    GitHubOAuthError(code: "application_suspended", text: "Your application has been suspended.")
                ),
            ]
            for (kind, error) in faults where ledger.faults.take(kind, provider: .github, path: path, person: nil) != nil {
                throw GitHubAuthorizationRefusal.leave(
                    error.callback(registered, state: authorization.state), app: authorization.app.name)
            }
            return authorization
        }
    }

    /// Returns the redirect for the decision.
    ///
    /// - Parameters:
    ///   - person: The signed-in person; may be `nil` only if access is denied.
    ///   - withheld: The scopes that the person does not grant.
    func decide(
        _ authorization: GitHubAuthorization, person key: String?, allows: Bool, withheld: Set<String> = [], path: String
    ) throws -> (address: String, isDenied: Bool) {
        try state.withLedger { ledger in
            let person = try key.map { try ledger.people.person($0, at: .github) }
            let isFaulty = ledger.faults.take(.denied, provider: .github, path: path, person: person?.key) != nil
            guard allows, let person, !isFaulty else {
                let error = GitHubOAuthError(
                    code: "access_denied", text: "The user has denied your application access.")
                return (error.callback(authorization.redirectURI, state: authorization.state), true)
            }
            let scopes = grantedScopes(authorization.scopes, withheld: withheld, person: person.key, path: path, &ledger)
            let code = state.random.text(length: 20, from: "0123456789abcdef")
            ledger.github.codes.insert(
                GitHubLedger.Code(
                    grant: Grant(appKey: authorization.app.key, personKey: person.key), scopes: scopes,
                    givenRedirectURI: authorization.givenRedirectURI, challenge: authorization.challenge,
                    createdAt: state.now),
                for: Fingerprint(of: code))
            var parameters: FormParameters = ["code": code]
            if let state = authorization.state { parameters.append("state", state) }
            return (authorization.redirectURI.appendingQuery(parameters), false)
        }
    }

    /// Returns the scopes that are actually granted.
    func grantedScopes(
        _ scopes: [GitHubScope], withheld: Set<String>, person: String, path: String, _ ledger: inout Ledger
    ) -> [GitHubScope] {
        let isMissing = ledger.faults.take(.emailPermissionMissing, provider: .github, path: path, person: person) != nil
        return scopes.filter { scope in
            !withheld.contains(scope.rawValue) && !(isMissing && (scope == .user || scope == .userEmail))
        }
    }

    /// Returns whether a person already granted all requested scopes, so that no page is needed.
    func hasGranted(_ authorization: GitHubAuthorization, person key: String) -> Bool {
        let grant = Grant(appKey: authorization.app.key, personKey: key)
        let granted = state.withLedger { $0.github.granted[grant] }
        return granted.map { Set(authorization.scopes).isSubset(of: $0) } ?? false
    }
}
