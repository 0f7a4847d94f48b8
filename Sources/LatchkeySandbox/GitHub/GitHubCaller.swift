import HTTPTypes
import LatchkeySecrets

/// A REST API call with a person's token, after applying the person's faults and counting the call.
struct GitHubCaller: Sendable {
    let token: GitHubLedger.Token
    let person: SandboxPerson
    let account: SandboxGitHubAccount
    let reading: CallWindow.Reading

    init(_ request: ReceivedRequest, state: SandboxState, context: SandboxContext) async throws {
        try GitHubAPI.check(request)
        guard let header = request.headers[.authorization] else { throw GitHubRefusal.requiresAuthentication }
        let parts = header.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, ["bearer", "token"].contains(parts[0].lowercased()) else {
            throw GitHubRefusal.badCredentials("Authorization is neither Bearer nor token")
        }
        let text = parts[1]
        let found = state.withLedger { ledger in
            ledger.github.token(text).flatMap { token in ledger.people[token.grant.personKey].map { (token, $0) } }
        }
        guard let (token, person) = found, let account = person.github else {
            throw GitHubRefusal.badCredentials("the token is unknown or revoked")
        }
        self.token = token
        self.person = person
        self.account = account
        let path = request.faultPath
        try await TransportFaults(state: state).meet(provider: .github, path: path, person: person.key, context: context)
        let isRevoked = state.withLedger {
            $0.faults.take(.revokedToken, provider: .github, path: path, person: person.key) != nil
        }
        guard !isRevoked else { throw GitHubRefusal.badCredentials("a fault is switched on") }
        reading = state.withLedger { $0.github.countCall(text, now: state.now) }
        if state.configuration.enforcesRateLimits, reading.isExceeded {
            throw GitHubRefusal.rateLimited(reading, now: state.now)
        }
    }

    /// Returns the header fields of the response.
    ///
    /// - Parameter accepted: The scopes that the endpoint accepts.
    func headers(accepted: String) -> HTTPFields {
        var headers = GitHubRateLimit.headers(
            limit: reading.limit, remaining: reading.remaining, used: reading.used, resetAt: reading.resetAt)
        headers[HTTPField.Name("x-oauth-scopes")!] = token.scopes.headerText
        headers[HTTPField.Name("x-accepted-oauth-scopes")!] = accepted
        headers[HTTPField.Name("x-oauth-client-id")!] = token.grant.appKey
        headers[HTTPField.Name("x-github-media-type")!] = "github.v3; format=json"
        return headers
    }
}

/// The requirements for all calls of the REST API.
enum GitHubAPI {
    static let version = "2022-11-28"

    static func check(_ request: ReceivedRequest) throws {
        guard let agent = request.headers[.userAgent], !agent.isEmpty else { throw GitHubRefusal.userAgentMissing }
        if let accept = request.headers[.accept], !accepts(accept) { throw GitHubRefusal.unacceptable(accept) }
        if let received = request.headers[HTTPField.Name("x-github-api-version")!], received != version {
            throw GitHubRefusal.unsupportedVersion(received)
        }
    }

    private static func accepts(_ header: String) -> Bool {
        header.lowercased().split(separator: ",").contains { item in
            let type = item.split(separator: ";").first?.split(separator: " ").joined() ?? ""
            return type == "*/*" || type == "application/*" || type == "application/json"
                || type.hasPrefix("application/vnd.github") && type.hasSuffix("json")
        }
    }
}
