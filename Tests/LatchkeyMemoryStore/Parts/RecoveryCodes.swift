import LatchkeyIdentity
import LatchkeySecrets

extension MemoryTransaction {
    func recoveryCodeCount(of account: AccountID, in realm: Realm) throws -> Int {
        state.recoveryCodes.of(account, in: realm).count
    }

    func replaceRecoveryCodes(_ codes: [Fingerprint], of account: AccountID, in realm: Realm) throws {
        if !codes.isEmpty { try requireAccount(account, in: realm) }
        try require(Set(codes).count == codes.count, .other, "the codes are different")
        try remove(.recoveryCodes, of: account, in: realm)
        state.recoveryCodes += codes.map { RecoveryCode(code: $0, account: account, realm: realm) }
    }

    func takeRecoveryCode(_ code: Fingerprint, of account: AccountID, in realm: Realm) throws -> Bool {
        remove(\.recoveryCodes) { $0.code == code && $0.belongs(to: account, in: realm) } == 1
    }
}
