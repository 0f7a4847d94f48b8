import Foundation
import LatchkeyIdentity
import LatchkeySecrets

extension MemoryTransaction {
    func oneTimeCode(_ id: Fingerprint) throws -> OneTimeCode? { state.oneTimeCodes.first { $0.id == id } }

    func insert(_ code: OneTimeCode) throws {
        try requireOwner(of: code)
        try require(code.expiresAt > code.createdAt, .other, "a code ends after it began")
        try insert(code, into: \.oneTimeCodes)
    }

    func takeOneTimeCode(_ id: Fingerprint, in realm: Realm, at now: Date) throws -> OneTimeCode? {
        take(id, from: \.oneTimeCodes, in: realm, at: now)
    }

    func removeOneTimeCodes(_ kind: OneTimeCode.Kind, of account: AccountID, in realm: Realm, since: Date?) throws {
        remove(\.oneTimeCodes) { code in
            code.kind == kind && code.belongs(to: account, in: realm) && since.map { code.createdAt >= $0 } ?? true
        }
    }
}
