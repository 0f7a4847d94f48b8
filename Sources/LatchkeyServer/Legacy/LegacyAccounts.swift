// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity
import LatchkeySecrets

/// Accounts without a provider, for original clients: anonymous ones, and those with addresses and passwords.
struct LegacyAccounts: Sendable {
    let signUp: SignUp
    let passwords: PasswordSignIn
    let update: AccountUpdate
    let removal: AccountRemoval
    let codes: CodeRequests
    let sessions: Sessions
    let answers: LegacyAnswers

    func anonymously(_ ask: LegacyAsk) async throws -> [String: ClaimValue] {
        try await answers.signedIn(try await signUp.anonymously(ask.caller), provider: "anonymous", ask)
    }

    func signIn(_ ask: LegacyAsk) async throws -> [String: ClaimValue] {
        let tokens = try await enter(ask, try ask.password())
        let told: [String: ClaimValue] = [
            "email": .string(tokens.account.email?.text ?? ""), "isTemporaryPassword": .bool(false),
        ]
        return try await answers.signedIn(tokens, provider: "password", told: told, ask)
    }

    /// Makes an account; nobody is signed in by it.
    func create(_ ask: LegacyAsk) async throws -> [String: ClaimValue] {
        let email = try ask.email()
        let tokens = try await signUp.withPassword(email: email, password: try ask.password(), displayName: nil, caller: ask.caller)
        try await sessions.end(tokens.refreshToken, for: ask.caller)
        let uid = tokens.account.id.rawValue
        if ask.generation == .firebase2 { return ["uid": .string(uid)] }
        let id = uid.firstIndex(of: ":").map { String(uid[uid.index(after: $0)...]) } ?? uid
        return [
            "user": .object(["id": .string(id), "uid": .string(uid), "provider": .string("password"), "email": .string(email.text)])
        ]
    }

    func remove(_ ask: LegacyAsk) async throws -> [String: ClaimValue] {
        let tokens = try await enter(ask, try ask.password())
        try await removal.delete(try await sessions.check(tokens.idToken, from: ask.caller))
        return ["uid": .string(tokens.account.id.rawValue)]
    }

    func changePassword(_ ask: LegacyAsk, old: String, new: String) async throws -> [String: ClaimValue] {
        let wanted = try ask.password(new)
        let tokens = try await enter(ask, try ask.password(old))
        var edit = AccountEdit()
        edit.password = wanted
        _ = try await update.apply(edit, by: try await sessions.check(tokens.idToken, from: ask.caller))
        return [:]
    }

    func changeEmail(_ ask: LegacyAsk) async throws -> [String: ClaimValue] {
        guard let address = ask["email"].flatMap({ EmailAddress($0) }) else {
            throw LegacyRefusal(.invalidEmail, "The specified email address is not one.")
        }
        let tokens = try await enter(ask, try ask.password())
        var edit = AccountEdit()
        edit.email = address
        _ = try await update.apply(edit, by: try await sessions.check(tokens.idToken, from: ask.caller))
        return [:]
    }

    func sendReset(_ ask: LegacyAsk) async throws -> [String: ClaimValue] {
        try await codes.sendPasswordReset(to: try ask.email(), for: ask.caller)
        return [:]
    }

    private func enter(_ ask: LegacyAsk, _ password: Secret<String>) async throws -> IssuedTokens {
        switch try await passwords.signIn(email: try ask.email(), password: password, caller: ask.caller) {
        case .signedIn(let tokens): return tokens
        case .secondFactorNeeded:
            throw LegacyRefusal(.authenticationDisabled, "This account has a second factor, which this client does not know.")
        }
    }
}
