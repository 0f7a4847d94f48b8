import Hummingbird
import LatchkeyOAuth
import LatchkeySecrets

/// `POST /login/oauth/access_token`: exchanges a code, or the device code of an approved device, for a token.
struct ExchangeEndpoint: Sendable {
    static let deviceGrantType = "urn:ietf:params:oauth:grant-type:device_code"

    let state: SandboxState

    func add(to routes: some RouterMethods<SandboxContext>) {
        routes.post("login/oauth/access_token") { request, context in
            let request = try await ReceivedRequest(request, context: context)
            let input = try GitHubClientRequest(request)
            let token =
                switch input.parameters["grant_type"] ?? "authorization_code" {
                case "authorization_code": try await redeemCode(input, request: request, context: context)
                case Self.deviceGrantType: try await DevicePolling(state: state).poll(input, request: request, context: context)
                default: throw GitHubOAuthError.unsupportedGrantType
                }
            return try GitHubReply([
                "access_token": token.token.expose(), "scope": token.scopes.commaSeparated, "token_type": "bearer",
            ]).response(accept: request.headers[.accept])
        }
    }

    private func redeemCode(
        _ input: GitHubClientRequest, request: ReceivedRequest, context: SandboxContext
    ) async throws -> GitHubLedger.Token {
        let app = try state.withLedger { try input.app(in: $0.apps, needsSecret: true) }
        guard let text = input.parameters.filled("code") else {
            throw GitHubOAuthError.badVerificationCode("code is missing")
        }
        let code = Fingerprint(of: text)
        if let person = state.withLedger({ $0.github.codes[code]?.grant.personKey }) {
            try await TransportFaults(state: state).meet(
                provider: .github, path: request.faultPath, person: person, context: context)
        }
        // Lookup and issuing are one atomic step, so that two requests with the same code cannot both succeed.
        return try state.withLedger { ledger in
            guard let pending = ledger.github.codes[code], pending.grant.appKey == app.key else {
                throw GitHubOAuthError.badVerificationCode("the code is unknown, used, or another application's")
            }
            guard !pending.isExpired(now: state.now) else {
                throw GitHubOAuthError.badVerificationCode("the code is older than ten minutes")
            }
            let person = pending.grant.personKey
            let path = request.faultPath
            if ledger.faults.take(.callbackNotApproved, provider: .github, path: path, person: person) != nil {
                throw GitHubOAuthError.redirectMismatch("a fault is switched on")
            }
            try Self.checkRedirect(input.parameters.filled("redirect_uri"), against: pending, app: app)
            try Self.checkVerifier(input.parameters["code_verifier"], against: pending)
            if ledger.faults.take(.unverifiedEmail, provider: .github, path: path, person: person) != nil {
                throw GitHubOAuthError.unverifiedEmail
            }
            ledger.github.codes.remove(code)
            return ledger.github.issueToken(
                for: pending.grant, scopes: pending.scopes, now: state.now, random: state.random)
        }
    }

    /// Checks that `redirect_uri`, if present, equals that of the authorization request (RFC 6749, section 4.1.3).
    private static func checkRedirect(_ uri: String?, against code: GitHubLedger.Code, app: SandboxApp) throws {
        guard let uri else { return }
        guard uri == code.givenRedirectURI ?? app.callbacks.first else {
            throw GitHubOAuthError.redirectMismatch("redirect_uri is not the one of the authorization request")
        }
    }

    /// Checks PKCE (RFC 7636) and rejects a downgrade: a verifier without a challenge is an error, too (RFC 9700, section 2.1.1).
    private static func checkVerifier(_ verifier: String?, against code: GitHubLedger.Code) throws {
        switch (code.challenge, verifier) {
        case (nil, nil): return
        case (nil, _?):
            throw GitHubOAuthError.badVerificationCode("code_verifier was sent, but the authorization had no code_challenge")
        case (_?, nil):
            throw GitHubOAuthError.badVerificationCode("code_verifier is missing, but the authorization had a code_challenge")
        case (let challenge?, let verifier?):
            guard PKCEVerifier.isValid(verifier), PKCEVerifier.challenge(for: verifier).equalsInConstantTime(challenge) else {
                throw GitHubOAuthError.badVerificationCode("code_verifier does not match the code_challenge")
            }
        }
    }
}
