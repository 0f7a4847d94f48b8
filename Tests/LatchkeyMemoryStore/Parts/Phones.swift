import Foundation
import LatchkeyIdentity
import LatchkeySecrets

extension MemoryTransaction {
    func hasPhoneCode(_ id: Fingerprint, at now: Date) throws -> Bool {
        state.phoneCodes.contains { $0.id == id && $0.expiresAt > now && $0.triesLeft > 0 }
    }

    func insert(_ code: PhoneCode) throws {
        try requireProject(code.realm.project)
        try insert(code, into: \.phoneCodes)
    }

    func tryPhoneCode(_ id: Fingerprint, in realm: Realm, at now: Date) throws -> PhoneCode? {
        consumeTry(id, of: \.phoneCodes, tries: \.triesLeft, in: realm, at: now)
    }

    func deletePhoneCode(_ id: Fingerprint) throws {
        remove(\.phoneCodes) { $0.id == id }
    }

    func insert(_ proof: PhoneProof) throws {
        try requireProject(proof.realm.project)
        try insert(proof, into: \.phoneProofs)
    }

    func takePhoneProof(_ id: Fingerprint, of number: PhoneNumber, in realm: Realm, at now: Date) throws -> PhoneProof? {
        take(id, from: \.phoneProofs, in: realm, at: now) { $0.phoneNumber == number }
    }
}
