import Foundation
import LatchkeyIdentity
import LatchkeyRules
import LatchkeySecrets

/// The response to a sign-in of a Firebase 2.x or Simple Login client: a version 0 token and the user.
struct LegacyReplies: Sendable {
    let secrets: DatabaseSecrets
    let sessions: Sessions

    /// Signs a user in, unless the project cannot issue a token afterwards.
    ///
    /// - Parameters:
    ///   - provider: The provider's name in these generations.
    ///   - enter: Opens the session. It returns the tokens and the provider's data, with the member names of the generation.
    func signingIn(
        _ input: LegacyRequest, provider: String, _ enter: () async throws -> (tokens: IssuedTokens, told: [String: ClaimValue])
    ) async throws -> [String: ClaimValue] {
        try await secrets.requireSecret(of: input.caller.project.id)
        let (tokens, told) = try await enter()
        do {
            return try await respond(tokens, provider, told, input.generation)
        } catch {
            // No token of this session was issued.
            try? await sessions.end(tokens.refreshToken, for: input.caller)
            throw error
        }
    }

    /// Returns the `id` that Simple Login clients require. It is the complete uid if the uid does not match the provider.
    static func id(of uid: String, provider: String) -> String { AuthValue.legacyID(of: uid, provider: provider) ?? uid }

    private func respond(
        _ tokens: IssuedTokens, _ provider: String, _ told: [String: ClaimValue], _ generation: LegacyRequest.Generation
    ) async throws -> [String: ClaimValue] {
        let uid = tokens.account.id.rawValue
        var data: [String: ClaimValue] = ["uid": .string(uid), "provider": .string(provider)]
        if generation == .simpleLogin {
            // Rules identify users by this member, so it must not be ambiguous.
            if let id = AuthValue.legacyID(of: uid, provider: provider) { data["id"] = .string(id) }
            if provider == "password", let email = tokens.account.email { data["email"] = .string(email.text) }
        }
        let (token, end) = try await secrets.token(data, for: tokens.session)
        switch generation {
        case .firebase2:
            return [
                "token": .string(token), "uid": .string(uid), "provider": .string(provider), provider: .object(told),
                "expires": .integer(Int64(end.timeIntervalSince1970)),
            ]
        case .simpleLogin:
            let user = told.merging(data) { $1 }.merging(["id": .string(Self.id(of: uid, provider: provider))]) { $1 }
            return ["token": .string(token), "user": .object(user)]
        }
    }
}
