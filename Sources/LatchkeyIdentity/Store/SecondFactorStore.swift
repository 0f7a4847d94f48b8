public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

public protocol SecondFactorReading {
    /// In the order of their enrolment.
    func secondFactors(of account: AccountID, in realm: Realm) throws -> [SecondFactor]
    /// Whether or not its time is over.
    func pendingSecondFactor(_ id: Fingerprint) throws -> PendingSecondFactor?
    /// How many recovery codes an account has left.
    func recoveryCodeCount(of account: AccountID, in realm: Realm) throws -> Int
}

public protocol SecondFactorWriting: SecondFactorReading {
    func insert(_ factor: SecondFactor) throws
    /// - Returns: Whether the account had it.
    func deleteSecondFactor(_ id: String, of account: AccountID, in realm: Realm) throws -> Bool
    /// Notes that the code of a time step was used.
    ///
    /// - Returns: Whether it is the first use of this step or a later one: of two who show one code, one wins.
    func useTOTPStep(_ step: Int64, of factor: SecondFactor) throws -> Bool

    func insert(_ pending: PendingSecondFactor) throws
    /// Uses up one try: before its end, and while tries are left.
    func tryPendingSecondFactor(_ id: Fingerprint, in realm: Realm, at now: Date) throws -> PendingSecondFactor?
    /// - Returns: Whether it was there: of two who finish it, one wins.
    func deletePendingSecondFactor(_ id: Fingerprint) throws -> Bool

    func insert(_ enrolment: TOTPEnrolment) throws
    /// Uses up one try: before its end, and while tries are left.
    func tryTOTPEnrolment(_ id: Fingerprint, of account: AccountID, in realm: Realm, at now: Date) throws -> TOTPEnrolment?
    func deleteTOTPEnrolment(_ id: Fingerprint) throws

    /// Puts new recovery codes in the place of those that an account has.
    func replaceRecoveryCodes(_ codes: [Fingerprint], of account: AccountID, in realm: Realm) throws
    /// - Returns: Whether there was such a code; it is gone then.
    func takeRecoveryCode(_ code: Fingerprint, of account: AccountID, in realm: Realm) throws -> Bool
}
