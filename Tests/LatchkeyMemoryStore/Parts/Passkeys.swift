import Foundation
import LatchkeyIdentity
import LatchkeySecrets

extension MemoryTransaction {
    func passkeys(of account: AccountID, in realm: Realm) throws -> [Passkey] {
        let found = state.passkeys.of(account, in: realm).enumerated()
        return found.sorted { ($0.element.createdAt, $0.offset) < ($1.element.createdAt, $1.offset) }.map(\.element)
    }

    func passkey(_ credentialID: [UInt8], in realm: Realm) throws -> Passkey? {
        state.passkeys.first { $0.credentialID == credentialID && $0.realm == realm }
    }

    func insert(_ passkey: Passkey) throws {
        try requireOwner(of: passkey)
        try require(try self.passkey(passkey.credentialID, in: passkey.realm) == nil, .passkey, "the credential id is taken")
        state.passkeys.append(passkey)
    }

    func update(_ passkey: Passkey) throws {
        let found = state.passkeys.firstIndex { $0.credentialID == passkey.credentialID && $0.realm == passkey.realm }
        guard let found else { return }
        state.passkeys[found].counter = passkey.counter
        state.passkeys[found].backedUp = passkey.backedUp
        state.passkeys[found].name = passkey.name
        state.passkeys[found].lastUsedAt = passkey.lastUsedAt
    }

    func deletePasskey(_ credentialID: [UInt8], of account: AccountID, in realm: Realm) throws -> Bool {
        remove(\.passkeys) { $0.credentialID == credentialID && $0.belongs(to: account, in: realm) } == 1
    }

    func insert(_ challenge: PasskeyChallenge) throws {
        try requireOwner(of: challenge)
        try insert(challenge, into: \.passkeyChallenges)
    }

    func takePasskeyChallenge(
        _ id: Fingerprint, for purpose: PasskeyChallenge.Purpose, of account: AccountID?, in realm: Realm, at now: Date
    ) throws -> PasskeyChallenge? {
        take(id, from: \.passkeyChallenges, in: realm, at: now) { $0.purpose == purpose && $0.account == account }
    }
}
