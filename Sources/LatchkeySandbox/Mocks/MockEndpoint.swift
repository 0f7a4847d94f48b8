import HTTPTypes
import Hummingbird
import LatchkeyOAuth

/// A `GET` call of a mock provider's API.
struct MockEndpoint: Sendable {
    let path: String
    let reply: @Sendable (MockRequest) async throws -> JSON

    init(_ path: String, reply: @escaping @Sendable (MockRequest) async throws -> JSON) {
        self.path = path
        self.reply = reply
    }
}

/// A request to a mock provider's API.
struct MockRequest: Sendable {
    let received: ReceivedRequest
    let rules: OAuth2Rules
    let state: SandboxState
    let context: SandboxContext

    /// The query; empty if it is malformed.
    var query: FormParameters { (try? received.queryParameters()) ?? [:] }

    /// Returns the caller with a person's access token; throws ``OAuth2Refusal``.
    ///
    /// - Parameter scheme: The scheme in the `Authorization` header, in lower case.
    func caller(scheme: String = "bearer") async throws -> MockCaller {
        let bearer = try await BearerToken(received, rules: rules, state: state, context: context, scheme: scheme)
        guard let account = account(of: bearer.person) else {
            throw OAuth2Refusal.invalidToken("The person no longer has an account here.")
        }
        return MockCaller(token: bearer.token, account: account)
    }

    /// Returns the account of an access token that is a parameter of the request; `nil` if it is unknown, revoked or expired.
    func caller(of token: String) -> MockCaller? {
        state.withLedger { ledger in
            ledger.oauth2(rules).accessToken(token, now: state.now).flatMap { token in
                ledger.people[token.grant.personKey].flatMap { account(of: $0) }.map { MockCaller(token: token, account: $0) }
            }
        }
    }

    /// The client ID that a check of a token names: the application's, unless a fault is switched on.
    func audience(of caller: MockCaller) -> String {
        let fault = state.withLedger {
            $0.faults.take(
                .wrongAudience, provider: rules.provider, path: received.faultPath, person: caller.token.grant.personKey)
        }
        return fault == nil ? caller.token.grant.appKey : "somebody-else"
    }

    private func account(of person: SandboxPerson) -> MockAccount? {
        MockAccount(of: person, rules: rules, base: received.address.description)
    }
}

/// The access token and the account of an API call.
struct MockCaller: Sendable {
    let token: OAuth2Ledger.AccessToken
    let account: MockAccount

    /// The address that the granted scopes allow.
    func email(with scope: String) -> String? {
        token.scopes.contains(scope) ? account.email : nil
    }
}

extension OAuth2Rules {
    /// Adds the calls of the provider's API.
    func addEndpoints(of state: SandboxState, to routes: some RouterMethods<SandboxContext>) {
        for endpoint in endpoints {
            routes.get(RouterPath(endpoint.path)) { request, context in
                let received = try await ReceivedRequest(request, context: context)
                do {
                    return Response.json(
                        try await endpoint.reply(MockRequest(received: received, rules: self, state: state, context: context)))
                } catch let refusal as OAuth2Refusal {
                    return refusal.response(apiError(refusal))
                }
            }
        }
    }
}
