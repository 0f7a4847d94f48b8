import Foundation
package import LatchkeySecrets

/// Single-use codes for users without access to their second factor. They are an addition of Latchkey; Firebase has none.
package struct RecoveryCodes: Sendable {
    let store: any AccountStore
    let sessions: Sessions
    let now: WallClock
    let random: RandomTokens

    package static let count = 10
    /// The length of a code: 16 characters of 32 are 80 bits, too many for a brute-force search even with a copy of the store.
    private static let characters = 16
    /// Letters and digits that are not easily confused (Crockford's base 32).
    private static let alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

    package init(store: any AccountStore, sessions: Sessions, now: @escaping WallClock, random: RandomTokens = .system) {
        self.store = store
        self.sessions = sessions
        self.now = now
        self.random = random
    }

    /// Creates new codes, which replace the existing ones and cannot be read again.
    ///
    /// - Throws: ``SignInError``: `MFA_ENROLLMENT_NOT_FOUND` for an account without second factors,
    ///   `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`.
    package func renew(for holder: SignedInCaller) async throws -> [String] {
        try sessions.requireRecentSignIn(holder)
        let instant = now().inWholeMilliseconds
        let codes = (0..<Self.count).map { _ in random.text(length: Self.characters, from: Self.alphabet) }
        try await store.write { transaction in
            let account = try sessions.account(of: holder, in: transaction)
            guard try !transaction.secondFactors(of: account.id, in: account.realm).isEmpty else {
                throw SignInError(.mfaEnrollmentNotFound)
            }
            try sessions.requireSecondFactor(holder)
            try transaction.replaceRecoveryCodes(
                codes.map { Self.fingerprint(of: $0, for: account.id) }, of: account.id, in: account.realm)
            let scribe = EventScribe(
                transaction: transaction, caller: holder.caller, method: holder.method, at: instant, actor: account.id.rawValue)
            try scribe.write(.update, .allowed, subject: account.id)
        }
        return codes.map { code in
            stride(from: 0, to: Self.characters, by: 4).map { String(code.dropFirst($0).prefix(4)) }.joined(separator: "-")
        }
    }

    /// Returns the fingerprint of a code, in any spelling: lower case, with or without hyphens, O for zero, I or L for one.
    static func fingerprint(of code: String, for account: AccountID) -> Fingerprint {
        let plain = code.uppercased().filter { $0 != "-" && $0 != " " }
            .map { $0 == "O" ? "0" : $0 == "I" || $0 == "L" ? "1" : $0 }
        return Fingerprint(of: account.rawValue + " " + String(plain))
    }
}
