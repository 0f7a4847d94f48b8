import LatchkeyIdentity
import LatchkeyRules

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What an original client is answered that signed somebody in: a token of version 0, and who it is.
struct LegacyAnswers: Sendable {
    let secrets: DatabaseSecrets
    let sessions: Sessions

    /// Signs somebody in, unless the project could give them no token afterwards.
    ///
    /// - Parameters:
    ///   - provider: as these generations call it.
    ///   - enter: opens the session, and says what the provider told, by the names of the generation.
    func signingIn(
        _ ask: LegacyAsk, provider: String, _ enter: () async throws -> (tokens: IssuedTokens, told: [String: ClaimValue])
    ) async throws -> [String: ClaimValue] {
        try await secrets.requireSecret(of: ask.caller.project.id)
        let (tokens, told) = try await enter()
        do {
            return try await answer(tokens, provider, told, ask.generation)
        } catch {
            // Nobody has a token of it, nor ever will.
            try? await sessions.end(tokens.refreshToken, for: ask.caller)
            throw error
        }
    }

    /// What Simple Login's clients are told as `id`, which they cannot do without: the whole uid for who signed in another way than it names.
    static func id(of uid: String, provider: String) -> String { AuthValue.legacyID(of: uid, provider: provider) ?? uid }

    private func answer(
        _ tokens: IssuedTokens, _ provider: String, _ told: [String: ClaimValue], _ generation: LegacyAsk.Generation
    ) async throws -> [String: ClaimValue] {
        let uid = tokens.account.id.rawValue
        var data: [String: ClaimValue] = ["uid": .string(uid), "provider": .string(provider)]
        if generation == .simpleLogin {
            // Rules tell people apart by it: nobody has somebody else's.
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
