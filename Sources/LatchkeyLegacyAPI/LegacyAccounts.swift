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
    let replies: LegacyReplies

    func anonymously(_ input: LegacyRequest) async throws -> [String: ClaimValue] {
        try await replies.signingIn(input, provider: "anonymous") { (try await signUp.anonymously(input.caller), [:]) }
    }

    func signIn(_ input: LegacyRequest) async throws -> [String: ClaimValue] {
        try await replies.signingIn(input, provider: "password") {
            let tokens = try await enter(input, try input.password())
            return (tokens, LegacyProfile.password(tokens.account.email, input.generation))
        }
    }

    /// Creates an account. The client is not signed in.
    func create(_ input: LegacyRequest) async throws -> [String: ClaimValue] {
        let email = try input.email()
        let tokens = try await signUp.withPassword(email: email, password: try input.password(), displayName: nil, caller: input.caller)
        try await sessions.end(tokens.refreshToken, for: input.caller)
        let uid = tokens.account.id.rawValue
        if input.generation == .firebase2 { return ["uid": .string(uid)] }
        let who: [String: ClaimValue] = [
            "id": .string(LegacyReplies.id(of: uid, provider: "password")), "uid": .string(uid), "provider": .string("password"),
        ]
        return ["user": .object(who.merging(LegacyProfile.password(email, input.generation)) { $1 })]
    }

    func remove(_ input: LegacyRequest) async throws -> [String: ClaimValue] {
        try await asHolder(input, try input.password()) { holder in
            try await removal.delete(holder)
            return (["uid": .string(holder.account.id.rawValue)], nil)
        }
    }

    func changePassword(_ input: LegacyRequest, old: String, new: String) async throws -> [String: ClaimValue] {
        var edit = AccountEdit()
        edit.password = try input.password(new)
        return try await apply(edit, input, try input.password(old))
    }

    func changeEmail(_ input: LegacyRequest) async throws -> [String: ClaimValue] {
        var edit = AccountEdit()
        edit.email = try input.newEmail()
        return try await apply(edit, input, try input.password())
    }

    func sendReset(_ input: LegacyRequest) async throws -> [String: ClaimValue] {
        try await codes.sendPasswordReset(to: try input.email(), for: input.caller)
        return [:]
    }

    private func apply(_ edit: AccountEdit, _ input: LegacyRequest, _ password: Secret<String>) async throws -> [String: ClaimValue] {
        try await asHolder(input, password) { ([:], try await update.apply(edit, by: $0).tokens) }
    }

    /// Runs an action as the holder of the account, after checking the password. The session that this opens ends with the action; its
    /// tokens are never sent to the client.
    ///
    /// - Parameter act: The action. It also returns the tokens of the session that replaced the first one, if any.
    private func asHolder(
        _ input: LegacyRequest, _ password: Secret<String>,
        _ act: (SignedInCaller) async throws -> (reply: [String: ClaimValue], fresh: IssuedTokens?)
    ) async throws -> [String: ClaimValue] {
        let entered = try await enter(input, password)
        do {
            let (reply, fresh) = try await act(try await sessions.check(entered.idToken, from: input.caller))
            try await sessions.end((fresh ?? entered).refreshToken, for: input.caller)
            return reply
        } catch {
            try? await sessions.end(entered.refreshToken, for: input.caller)
            throw error
        }
    }

    private func enter(_ input: LegacyRequest, _ password: Secret<String>) async throws -> IssuedTokens {
        switch try await passwords.signIn(email: try input.email(), password: password, caller: input.caller) {
        case .signedIn(let tokens): return tokens
        case .secondFactorNeeded: throw LegacyRefusal.secondFactor
        }
    }
}
