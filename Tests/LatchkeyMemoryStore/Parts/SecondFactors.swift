import Foundation
import LatchkeyIdentity
import LatchkeySecrets

extension MemoryTransaction {
    func secondFactors(of account: AccountID, in realm: Realm) throws -> [SecondFactor] {
        let found = state.secondFactors.of(account, in: realm).enumerated()
        return found.sorted { ($0.element.enrolledAt, $0.offset) < ($1.element.enrolledAt, $1.offset) }.map(\.element)
    }

    func insert(_ factor: SecondFactor) throws {
        try requireOwner(of: factor)
        let others = state.secondFactors.of(factor.account, in: factor.realm)
        try require(!others.contains { $0.id == factor.id }, .secondFactor, "the id is taken")
        if let number = factor.phoneNumber {
            try require(!others.contains { $0.phoneNumber == number }, .secondFactor, "the phone number is a factor already")
        }
        state.secondFactors.append(factor)
    }

    func deleteSecondFactor(_ id: String, of account: AccountID, in realm: Realm) throws -> Bool {
        remove(\.secondFactors) { $0.id == id && $0.belongs(to: account, in: realm) } == 1
    }

    func useTOTPStep(_ step: Int64, of factor: SecondFactor) throws -> Bool {
        let found = state.secondFactors.firstIndex { $0.id == factor.id && $0.belongs(to: factor.account, in: factor.realm) }
        guard let found, case .totp(let seed, let last) = state.secondFactors[found].means, last < step else { return false }
        let stored = state.secondFactors[found]
        state.secondFactors[found] = SecondFactor(
            id: stored.id, account: stored.account, realm: stored.realm, means: .totp(sealedSeed: seed, lastStep: step),
            displayName: stored.displayName, enrolledAt: stored.enrolledAt)
        return true
    }

    func pendingSecondFactor(_ id: Fingerprint) throws -> PendingSecondFactor? { state.pendingSecondFactors.first { $0.id == id } }

    func insert(_ pending: PendingSecondFactor) throws {
        try requireOwner(of: pending)
        try insert(pending, into: \.pendingSecondFactors)
    }

    func tryPendingSecondFactor(_ id: Fingerprint, in realm: Realm, at now: Date) throws -> PendingSecondFactor? {
        consumeTry(id, of: \.pendingSecondFactors, tries: \.triesLeft, in: realm, at: now)
    }

    func deletePendingSecondFactor(_ id: Fingerprint) throws -> Bool {
        remove(\.pendingSecondFactors) { $0.id == id } == 1
    }

    func insert(_ enrollment: TOTPEnrollment) throws {
        try requireOwner(of: enrollment)
        try insert(enrollment, into: \.totpEnrollments)
    }

    func tryTOTPEnrollment(_ id: Fingerprint, of account: AccountID, in realm: Realm, at now: Date) throws -> TOTPEnrollment? {
        consumeTry(id, of: \.totpEnrollments, tries: \.triesLeft, in: realm, at: now) { $0.account == account }
    }

    func deleteTOTPEnrollment(_ id: Fingerprint) throws {
        remove(\.totpEnrollments) { $0.id == id }
    }
}
