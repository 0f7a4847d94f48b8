import HTTPTypes
import LatchkeyOAuth

/// An API call with a person's token, after applying the person's faults and counting the call.
struct TwitterCaller: Sendable {
    let call: TwitterCall
    let person: SandboxPerson
    let account: SandboxTwitterAccount
    let reading: CallWindow.Reading
    /// The address visible to the application: the outer `nil` means no permission, the inner one no address.
    let email: String??

    /// Authenticates the request; throws ``TwitterRefusal``.
    init(_ request: ReceivedRequest, state: SandboxState, context: SandboxContext) async throws {
        call = try await TwitterGuard(state: state).admit(request, expecting: .accessToken, context: context)
        guard let person = call.person, let account = person.twitter, let token = call.accessToken else {
            throw TwitterRefusal.invalidToken("token_rejected: the person has no account")
        }
        self.person = person
        self.account = account
        let path = request.faultPath
        let kinds: [(SandboxFault.Kind, TwitterRefusal)] = [
            (.revokedToken, .invalidToken("a fault is switched on")), (.userSuspended, .userSuspended),
            (.accountLocked, .accountLocked),
        ]
        for (kind, refusal) in kinds {
            let fault = state.withLedger { $0.faults.take(kind, provider: .twitter, path: path, person: person.key) }
            if fault != nil { throw refusal }
        }
        reading = state.withLedger { $0.twitter.countCall(token.token, now: state.now) }
        if state.configuration.enforcesRateLimits, reading.isExceeded { throw TwitterRefusal.rateLimited(reading) }
        let isMissing = state.withLedger {
            $0.faults.take(.emailPermissionMissing, provider: .twitter, path: path, person: person.key) != nil
        }
        email = token.coversEmail && call.app.mayRequestEmail && !isMissing ? .some(account.disclosedEmail) : nil
    }

    /// `x-rate-limit-*` and the level of the token.
    var headers: HTTPFields {
        var headers = reading.headers
        headers[HTTPField.Name("x-access-level")!] = call.accessToken?.mayWrite == true ? "read-write" : "read"
        return headers
    }
}
