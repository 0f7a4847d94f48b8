import Foundation
import LatchkeySecrets

/// Passkeys without cryptography, for the emulator only: a credential id is accepted without proof, as in the Firebase Auth Emulator.
package struct InsecureFakePasskeys: Sendable {
    let store: any AccountStore
    let sessions: Sessions
    let now: WallClock

    static let maxIDBytes = 1023

    package init(store: any AccountStore, sessions: Sessions, now: @escaping WallClock) {
        self.store = store
        self.sessions = sessions
        self.now = now
    }

    /// Adds a passkey to the caller's account.
    ///
    /// - Throws: ``SignInError``: `INVALID_CREDENTIAL_ID`, `CREDENTIAL_ALREADY_IN_USE`.
    package func enrol(_ id: String?, name: String?, for holder: SignedInCaller) async throws -> IssuedTokens {
        let bytes = try Self.checked(id)
        let instant = now().inWholeMilliseconds
        let opened = try await store.write { transaction -> Sessions.Opened in
            var account = try sessions.account(of: holder, in: transaction)
            guard try transaction.passkey(bytes, in: account.realm) == nil else { throw SignInError(.credentialAlreadyInUse) }
            let named = [name, account.displayName].lazy.compactMap { $0 }.first { !$0.isEmpty } ?? Passkey.unnamed
            try transaction.insert(
                Passkey(
                    credentialID: bytes, realm: account.realm, account: account.id, relyingPartyID: RelyingParty.emulator.id,
                    publicKey: Passkey.fakePublicKey,
                    name: String(String.UnicodeScalarView(named.unicodeScalars.prefix(Passkey.maxNameCharacters))), createdAt: instant))
            account.hasPasskey = true
            try transaction.update(account)
            return try sessions.open(account, by: .passkey, for: holder.caller, replacing: holder.session, in: transaction)
        }
        return try await sessions.issue(opened)
    }

    /// Signs the owner of a passkey in.
    ///
    /// - Throws: ``SignInError``: `INVALID_CREDENTIAL_ID`, `PASSKEY_CREDENTIAL_NOT_FOUND`, `USER_DISABLED`.
    package func signIn(_ id: String?, caller: Caller) async throws -> IssuedTokens {
        let bytes = try Self.checked(id)
        let opened = try await store.write { transaction -> Sessions.Opened in
            guard let passkey = try transaction.passkey(bytes, in: caller.realm), passkey.publicKey == Passkey.fakePublicKey,
                let account = try transaction.account(passkey.account, in: caller.realm)
            else {
                throw SignInError(.init(rawValue: "PASSKEY_CREDENTIAL_NOT_FOUND"))
            }
            if account.disabled { throw SignInError(.userDisabled) }
            return try sessions.open(account, by: .passkey, for: caller, in: transaction)
        }
        return try await sessions.issue(opened)
    }

    private static func checked(_ id: String?) throws -> [UInt8] {
        guard let bytes = id.map({ Array($0.utf8) }), (1...maxIDBytes).contains(bytes.count) else {
            throw SignInError(.init(rawValue: "INVALID_CREDENTIAL_ID"))
        }
        return bytes
    }
}

extension Passkey {
    /// A COSE map without members, with which no signature can be verified.
    static let fakePublicKey: [UInt8] = [0xa0]

    /// Whether this is an emulator's passkey, with an arbitrary text as its id.
    public var isInsecureFake: Bool { publicKey == Self.fakePublicKey }
}

extension RelyingParty {
    /// The relying party of Google's emulator, which does not depend on its address.
    package static let emulator = RelyingParty(id: "localhost", origin: "http://localhost")
}
