import Foundation
import Hummingbird
import LatchkeyOAuth
import LatchkeySecrets

/// `/openid/tokeninfo`: describes an access token in the format of Google's `tokeninfo`, with numbers as strings.
struct TokenInfoEndpoint: Sendable {
    let state: SandboxState

    func add(to routes: some RouterMethods<SandboxContext>) {
        routes.get("openid/tokeninfo") { request, context in
            try await respond(to: ReceivedRequest(request, context: context), context: context)
        }
        routes.post("openid/tokeninfo") { request, context in
            try await respond(to: ReceivedRequest(request, context: context), context: context)
        }
    }

    private func respond(to request: ReceivedRequest, context: SandboxContext) async throws -> Response {
        let parameters = try? request.queryParameters() + request.form()
        guard let text = parameters?.only("access_token") else {
            throw OAuth2Refusal.invalidRequest("access_token is missing or appears twice.")
        }
        let found = state.withLedger { ledger in
            ledger.oauth2(.openID).accessToken(text, now: state.now).flatMap { token in
                ledger.people[token.grant.personKey]?.openID.map { (token, $0) }
            }
        }
        let invalid = OAuth2Refusal(code: "invalid_token", text: "Invalid Value")
        guard let (token, account) = found else { throw invalid }
        let path = request.faultPath
        let person = token.grant.personKey
        try await TransportFaults(state: state).meet(provider: .openID, path: path, person: person, context: context)
        let faults = state.withLedger { ledger in
            [SandboxFault.Kind.revokedToken, .expiredToken, .wrongAudience].filter {
                ledger.faults.take($0, provider: .openID, path: path, person: person) != nil
            }
        }
        guard !faults.contains(.revokedToken), !faults.contains(.expiredToken) else { throw invalid }
        let audience = faults.contains(.wrongAudience) ? "somebody-else" : token.grant.appKey
        var members: [String: JSON] = [
            "azp": JSON(audience), "aud": JSON(audience), "sub": JSON(account.subject),
            "scope": JSON(token.scopes.joined(separator: " ")), "exp": JSON(String(token.expiresAt.epochSeconds)),
            "expires_in": JSON(String(token.expiresAt.epochSeconds - state.now.epochSeconds)), "access_type": "online",
        ]
        if token.scopes.contains("email"), let email = account.email {
            members["email"] = JSON(email)
            members["email_verified"] = JSON(account.isEmailVerified ? "true" : "false")
        }
        return .json(.object(members))
    }
}
