public import Foundation
public import LatchkeySecrets

/// Read access to second factors, pending sign-ins and recovery codes.
public protocol SecondFactorReading {
    /// Returns the second factors of an account in the order of their enrollment.
    func secondFactors(of account: AccountID, in realm: Realm) throws -> [SecondFactor]
    /// Returns a pending sign-in, even if it has expired.
    func pendingSecondFactor(_ id: Fingerprint) throws -> PendingSecondFactor?
    /// Returns the number of recovery codes that an account has left.
    func recoveryCodeCount(of account: AccountID, in realm: Realm) throws -> Int
}

/// Write access to second factors, pending sign-ins, enrollments and recovery codes.
public protocol SecondFactorWriting: SecondFactorReading {
    /// Inserts a second factor.
    ///
    /// - Throws: ``StoreConflict`` with `secondFactor` if the account has one with the same id or phone number.
    func insert(_ factor: SecondFactor) throws
    /// Deletes a second factor.
    ///
    /// - Returns: Whether the account had the factor.
    func deleteSecondFactor(_ id: String, of account: AccountID, in realm: Realm) throws -> Bool
    /// Marks the code of a time step as used.
    ///
    /// - Returns: Whether neither this step nor a later one was used before. Of two concurrent uses of a code, one fails.
    func useTOTPStep(_ step: Int64, of factor: SecondFactor) throws -> Bool

    /// Inserts a pending sign-in.
    func insert(_ pending: PendingSecondFactor) throws
    /// Consumes one attempt, if the pending sign-in has not expired and attempts are left.
    func tryPendingSecondFactor(_ id: Fingerprint, in realm: Realm, at now: Date) throws -> PendingSecondFactor?
    /// Deletes a pending sign-in.
    ///
    /// - Returns: Whether it existed. Of two concurrent deletions, one fails.
    func deletePendingSecondFactor(_ id: Fingerprint) throws -> Bool

    /// Inserts an enrollment.
    func insert(_ enrollment: TOTPEnrollment) throws
    /// Consumes one attempt, if the enrollment has not expired and attempts are left.
    func tryTOTPEnrollment(_ id: Fingerprint, of account: AccountID, in realm: Realm, at now: Date) throws -> TOTPEnrollment?
    /// Deletes an enrollment, if it exists.
    func deleteTOTPEnrollment(_ id: Fingerprint) throws

    /// Replaces the recovery codes of an account.
    func replaceRecoveryCodes(_ codes: [Fingerprint], of account: AccountID, in realm: Realm) throws
    /// Uses a recovery code up.
    ///
    /// - Returns: Whether the code existed.
    func takeRecoveryCode(_ code: Fingerprint, of account: AccountID, in realm: Realm) throws -> Bool
}
