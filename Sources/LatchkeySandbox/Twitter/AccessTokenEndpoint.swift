import Hummingbird
import LatchkeyOAuth
import LatchkeySecrets

/// `POST /oauth/access_token`: the third leg, and the second step of reverse auth.
struct AccessTokenEndpoint: Sendable {
    let state: SandboxState

    func add(to routes: some RouterMethods<SandboxContext>) {
        routes.post("oauth/access_token") { request, context in
            let request = try await ReceivedRequest(request, context: context)
            if try ReverseAuth.isSecondStep(request) {
                let call = try await TwitterGuard(state: state).admit(request, expecting: .accessToken, context: context)
                return try ReverseAuth(state: state).redeem(call, at: request)
            }
            let call = try await TwitterGuard(state: state).admit(request, expecting: .requestToken, context: context)
            let isSuspended = state.withLedger {
                $0.faults.take(.appSuspended, provider: .twitter, path: request.faultPath, person: call.person?.key) != nil
            }
            guard !isSuspended else { throw TwitterRefusal.applicationSuspended }
            return try respond(call)
        }
    }

    private func respond(_ call: TwitterCall) throws -> Response {
        guard let token = call.requestToken?.token else { throw TwitterRefusal.requestTokenMissing }
        guard let verifier = call.signed.verifier, !verifier.isEmpty else {
            throw TwitterRefusal.invalidVerifier("parameter_absent: oauth_verifier is missing (OAuth 1.0a)")
        }
        // Lookup and issuing are one atomic step, so that two requests with the same verifier cannot both succeed. Errors are
        // returned, not thrown, because the updated count of wrong verifiers must be kept.
        let result: Result<(TwitterLedger.AccessToken, SandboxPerson), TwitterRefusal> = state.withLedger { ledger in
            guard let pending = ledger.twitter.requestTokens[token] else {
                return .failure(.invalidRequestToken("token_used: the request token was exchanged before"))
            }
            switch pending.verdict {
            case .open: return .failure(.invalidVerifier("the user has not decided about the request token yet"))
            case .denied: return .failure(.invalidRequestToken("token_rejected: the user denied access"))
            case .allowed(let key, let expected):
                guard expected == Secret(verifier) else {
                    ledger.twitter.requestTokens.update(token) { $0.wrongVerifiers += 1 }
                    if pending.wrongVerifiers + 1 >= TwitterLedger.maxVerifierAttempts {
                        ledger.twitter.requestTokens.remove(token)
                    }
                    return .failure(.invalidVerifier("the verifier is not the one that was issued"))
                }
                guard let person = ledger.people[key] else {
                    return .failure(.invalidRequestToken("token_rejected: the person no longer exists"))
                }
                ledger.twitter.requestTokens.remove(token)
                let issued = ledger.twitter.issueAccessToken(
                    app: call.app, person: person, mayWrite: pending.mayWrite, random: state.random)
                return .success((issued, person))
            }
        }
        let (issued, person) = try result.get()
        return TwitterTokenReply.form(issued, person: person)
    }
}

/// The response body that both ways to an access token share.
enum TwitterTokenReply {
    static func form(_ token: TwitterLedger.AccessToken, person: SandboxPerson) -> Response {
        .form([
            "oauth_token": token.token, "oauth_token_secret": token.secret.expose(),
            "user_id": String(person.twitter?.id ?? 0), "screen_name": person.twitter?.screenName ?? "",
        ])
    }
}
