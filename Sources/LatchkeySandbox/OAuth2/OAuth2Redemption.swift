import Foundation
import LatchkeyOAuth
import LatchkeySecrets

/// The exchange of a code or refresh token for an access token.
struct OAuth2Redemption: Sendable {
    let state: SandboxState
    let rules: OAuth2Rules
    let input: OAuth2ClientRequest
    let context: SandboxContext

    /// Exchanges a code; throws ``OAuth2Refusal``.
    func redeemCode() async throws -> (OAuth2Ledger.Issued, OAuth2Ledger.Code) {
        guard let text = input.parameters.filled("code") else { throw OAuth2Refusal.invalidRequest("code is missing.") }
        guard let redirectURI = input.parameters.filled("redirect_uri") else {
            throw OAuth2Refusal.invalidRequest("redirect_uri is missing, but the authorization request had one.")
        }
        let key = Fingerprint(of: text)
        if let person = state.withLedger({ $0.oauth2(rules).codes[key]?.grant.personKey }) {
            try await meetFaults(of: person)
        }
        // Lookup and issuing are one atomic step, so that two requests with the same code cannot both succeed. The result is
        // returned, not thrown, because the revocation must be kept.
        let result: Result<(OAuth2Ledger.Issued, OAuth2Ledger.Code), OAuth2Refusal> = state.withLedger { ledger in
            guard let code = ledger.oauth2[rules.provider, default: OAuth2Ledger()].codes[key], code.grant.appKey == input.app.key else {
                return .failure(.invalidGrant("The code is unknown or another application's."))
            }
            guard !code.isUsed else {
                ledger.oauth2[rules.provider, default: OAuth2Ledger()].revoke(family: code.family)
                return .failure(.invalidGrant("The code has been used before; its tokens are revoked now."))
            }
            guard ledger.oauth2[rules.provider, default: OAuth2Ledger()].isLive(code.family, of: code.grant) else {
                return .failure(.invalidGrant("The user has revoked the permission."))
            }
            if let refusal = refusal(of: code, redirectURI: redirectURI, &ledger) { return .failure(refusal) }
            ledger.oauth2[rules.provider, default: OAuth2Ledger()].codes.update(key) { $0.isUsed = true }
            let issued = ledger.oauth2[rules.provider, default: OAuth2Ledger()].issue(
                code.grant, scopes: code.scopes, family: code.family, rules: rules, now: state.now, random: state.random)
            return .success((issued, code))
        }
        return try result.get()
    }

    /// Refreshes a token; throws ``OAuth2Refusal``. Reusing an old refresh token revokes the family (RFC 9700, section 4.14.2).
    func refresh() async throws -> OAuth2Ledger.Issued {
        guard let text = input.parameters.filled("refresh_token") else {
            throw OAuth2Refusal.invalidRequest("refresh_token is missing.")
        }
        if let person = state.withLedger({ $0.oauth2(rules).refreshToken(text)?.grant.personKey }) {
            try await meetFaults(of: person)
        }
        let result: Result<OAuth2Ledger.Issued, OAuth2Refusal> = state.withLedger { ledger in
            guard let token = ledger.oauth2[rules.provider, default: OAuth2Ledger()].refreshToken(text), token.grant.appKey == input.app.key
            else {
                return .failure(.invalidGrant("The refresh token is unknown, revoked, or another application's."))
            }
            guard !token.isUsed else {
                ledger.oauth2[rules.provider, default: OAuth2Ledger()].revoke(family: token.family)
                return .failure(.invalidGrant("The refresh token has been used before; its whole family is revoked now."))
            }
            if takes(.revokedToken, person: token.grant.personKey, &ledger) {
                return .failure(.invalidGrant("A fault is switched on."))
            }
            var scopes = token.scopes
            if let received = input.parameters.filled("scope") {
                guard let list = rules.list(received), Set(list).isSubset(of: scopes) else {
                    return .failure(.invalidScope("The scope exceeds what the user granted."))
                }
                scopes = list
            }
            ledger.oauth2[rules.provider, default: OAuth2Ledger()].markUsed(refreshToken: text)
            return .success(
                ledger.oauth2[rules.provider, default: OAuth2Ledger()].issue(
                    token.grant, scopes: scopes, family: token.family, rules: rules, now: state.now, random: state.random))
        }
        return try result.get()
    }

    private func refusal(of code: OAuth2Ledger.Code, redirectURI: String, _ ledger: inout Ledger) -> OAuth2Refusal? {
        guard state.now.timeIntervalSince(code.createdAt) < rules.codeLifetimeSeconds else {
            return .invalidGrant("The code is older than \(Int(rules.codeLifetimeSeconds)) seconds.")
        }
        guard redirectURI == code.redirectURI else {
            return .invalidGrant("redirect_uri is not the one of the authorization request.")
        }
        // PKCE and its downgrade: a verifier without a challenge is rejected, too (RFC 9700, section 2.1.1).
        switch (code.challenge, input.parameters["code_verifier"]) {
        case (nil, nil): break
        case (nil, _?): return .invalidGrant("code_verifier was sent, but the authorization had no code_challenge.")
        case (_?, nil): return .invalidGrant("code_verifier is missing, but the authorization had a code_challenge.")
        case (let challenge?, let verifier?):
            guard PKCEVerifier.isValid(verifier), PKCEVerifier.challenge(for: verifier).equalsInConstantTime(challenge) else {
                return .invalidGrant("code_verifier does not match the code_challenge.")
            }
        }
        if takes(.callbackNotApproved, person: code.grant.personKey, &ledger) {
            return .invalidGrant("redirect_uri is not registered; a fault is switched on.")
        }
        if takes(.appSuspended, person: code.grant.personKey, &ledger) {
            return .invalidClient("The application is suspended; a fault is switched on.", isBasic: false)
        }
        return nil
    }

    private func meetFaults(of person: String) async throws {
        try await TransportFaults(state: state).meet(
            provider: rules.provider, path: rules.tokenPath, person: person, context: context)
    }

    private func takes(_ kind: SandboxFault.Kind, person: String, _ ledger: inout Ledger) -> Bool {
        ledger.faults.take(kind, provider: rules.provider, path: rules.tokenPath, person: person) != nil
    }
}
