import Foundation
import LatchkeyOAuth
import LatchkeySecrets

/// A person's decision about an authorization request.
struct OAuth2Consent: Sendable {
    let state: SandboxState
    let rules: OAuth2Rules
    /// The scheme and host of the URL that the browser opened.
    let base: String

    /// Validates a request; throws ``OAuth2AuthorizationRefusal``, also for faults that apply to all persons.
    func authorization(_ query: FormParameters) throws -> OAuth2Authorization {
        try state.withLedger { ledger in
            let authorization = try OAuth2Authorization(query, rules: rules, base: base, apps: ledger.apps)
            if takes(.callbackNotApproved, person: nil, &ledger) {
                throw OAuth2AuthorizationRefusal.page("redirect_uri_mismatch: a fault is switched on.")
            }
            if takes(.appSuspended, person: nil, &ledger) {
                let back = authorization.back.error("unauthorized_client", "The application is suspended.")
                throw OAuth2AuthorizationRefusal.leave(back, app: authorization.app.name)
            }
            return authorization
        }
    }

    /// Returns the response to the application.
    ///
    /// - Parameters:
    ///   - person: The signed-in person; may be `nil` only if access is denied.
    ///   - withheld: The scopes that the person does not grant.
    func decide(
        _ authorization: OAuth2Authorization, person key: String?, allows: Bool, withheld: Set<String> = []
    ) throws -> OAuth2Return {
        let now = state.now
        let decision: Decision? = try state.withLedger { ledger in
            let person = try key.map { try ledger.people.person($0, at: rules.provider) }
            let isDenied = takes(.denied, person: person?.key, &ledger)
            guard allows, let person, !isDenied else { return nil }
            let isAddressMissing = takes(.emailPermissionMissing, person: person.key, &ledger)
            let scopes = authorization.scopes.filter { scope in
                scope == rules.requiredScope
                    || !withheld.contains(scope) && !(isAddressMissing && scope == rules.emailScope)
            }
            let grant = Grant(appKey: authorization.app.key, personKey: person.key)
            let family = ledger.oauth2[rules.provider, default: OAuth2Ledger()].beginFamily(
                grant, scopes: scopes, withheld: Set(authorization.scopes).subtracting(scopes))
            guard authorization.responseType == "code" else { return Decision(person: person, scopes: scopes, code: nil) }
            let code = state.random.token()
            ledger.oauth2[rules.provider, default: OAuth2Ledger()].codes.insert(
                OAuth2Ledger.Code(
                    grant: grant, scopes: scopes, redirectURI: authorization.back.redirectURI,
                    challenge: authorization.challenge, nonce: authorization.nonce,
                    authTime: authorization.wantsAuthTime ? now : nil, family: family, createdAt: now),
                for: Fingerprint(of: code))
            return Decision(person: person, scopes: scopes, code: code)
        }
        guard let decision else {
            return authorization.back.error("access_denied", "The user denied access.")
        }
        if let code = decision.code { return authorization.back.respond(["code": code]) }
        let token = try IDTokenMaker(state: state, rules: rules, base: base, path: rules.authorizePath, now: now).token(
            for: decision.person, app: authorization.app, scopes: decision.scopes, nonce: authorization.nonce,
            authTime: authorization.wantsAuthTime ? now : nil)
        return authorization.back.respond(["id_token": token])
    }

    /// Returns whether a person already granted all requested scopes, so that no page is needed.
    func hasGranted(_ authorization: OAuth2Authorization, person key: String) -> Bool {
        let grant = Grant(appKey: authorization.app.key, personKey: key)
        let granted = state.withLedger { $0.oauth2(rules).granted[grant] }
        return granted.map { Set(authorization.scopes).isSubset(of: $0) } ?? false
    }

    private struct Decision: Sendable {
        let person: SandboxPerson
        let scopes: [String]
        /// The authorization code; `nil` for a request for an ID token.
        let code: String?
    }

    private func takes(_ kind: SandboxFault.Kind, person: String?, _ ledger: inout Ledger) -> Bool {
        ledger.faults.take(kind, provider: rules.provider, path: rules.authorizePath, person: person) != nil
    }
}
