import LatchkeyIdentity
import LatchkeySecrets

/// Accounts without a provider, for Firebase 2.x and Simple Login clients: anonymous accounts, and accounts with email and password.
struct LegacyAccounts: Sendable {
    let signUp: SignUp
    let passwords: PasswordSignIn
    let update: AccountUpdate
    let removal: AccountRemoval
    let codes: CodeRequests
    let sessions: Sessions
    let answers: LegacyAnswers

    func anonymously(_ ask: LegacyAsk) async throws -> [String: ClaimValue] {
        try await answers.signingIn(ask, provider: "anonymous") { (try await signUp.anonymously(ask.caller), [:]) }
    }

    func signIn(_ ask: LegacyAsk) async throws -> [String: ClaimValue] {
        try await answers.signingIn(ask, provider: "password") {
            let tokens = try await enter(ask, try ask.password())
            return (tokens, LegacyProfile.password(tokens.account.email, ask.generation))
        }
    }

    /// Creates an account. The client is not signed in.
    func create(_ ask: LegacyAsk) async throws -> [String: ClaimValue] {
        let email = try ask.email()
        let tokens = try await signUp.withPassword(email: email, password: try ask.password(), displayName: nil, caller: ask.caller)
        try await sessions.end(tokens.refreshToken, for: ask.caller)
        let uid = tokens.account.id.rawValue
        if ask.generation == .firebase2 { return ["uid": .string(uid)] }
        let who: [String: ClaimValue] = [
            "id": .string(LegacyAnswers.id(of: uid, provider: "password")), "uid": .string(uid), "provider": .string("password"),
        ]
        return ["user": .object(who.merging(LegacyProfile.password(email, ask.generation)) { $1 })]
    }

    func remove(_ ask: LegacyAsk) async throws -> [String: ClaimValue] {
        try await asHolder(ask, try ask.password()) { holder in
            try await removal.delete(holder)
            return (["uid": .string(holder.account.id.rawValue)], nil)
        }
    }

    func changePassword(_ ask: LegacyAsk, old: String, new: String) async throws -> [String: ClaimValue] {
        var edit = AccountEdit()
        edit.password = try ask.password(new)
        return try await apply(edit, ask, try ask.password(old))
    }

    func changeEmail(_ ask: LegacyAsk) async throws -> [String: ClaimValue] {
        var edit = AccountEdit()
        edit.email = try ask.newEmail()
        return try await apply(edit, ask, try ask.password())
    }

    func sendReset(_ ask: LegacyAsk) async throws -> [String: ClaimValue] {
        try await codes.sendPasswordReset(to: try ask.email(), for: ask.caller)
        return [:]
    }

    private func apply(_ edit: AccountEdit, _ ask: LegacyAsk, _ password: Secret<String>) async throws -> [String: ClaimValue] {
        try await asHolder(ask, password) { ([:], try await update.apply(edit, by: $0).tokens) }
    }

    /// Runs an action as the holder of the account, after checking the password. The session that this opens ends with the action; its
    /// tokens are never sent to the client.
    ///
    /// - Parameter act: The action. It also returns the tokens of the session that replaced the first one, if any.
    private func asHolder(
        _ ask: LegacyAsk, _ password: Secret<String>,
        _ act: (SignedInCaller) async throws -> (answer: [String: ClaimValue], fresh: IssuedTokens?)
    ) async throws -> [String: ClaimValue] {
        let entered = try await enter(ask, password)
        do {
            let (answer, fresh) = try await act(try await sessions.check(entered.idToken, from: ask.caller))
            try await sessions.end((fresh ?? entered).refreshToken, for: ask.caller)
            return answer
        } catch {
            try? await sessions.end(entered.refreshToken, for: ask.caller)
            throw error
        }
    }

    private func enter(_ ask: LegacyAsk, _ password: Secret<String>) async throws -> IssuedTokens {
        switch try await passwords.signIn(email: try ask.email(), password: password, caller: ask.caller) {
        case .signedIn(let tokens): return tokens
        case .secondFactorNeeded: throw LegacyRefusal.secondFactor
        }
    }
}
