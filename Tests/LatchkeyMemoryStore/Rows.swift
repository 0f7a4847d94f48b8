import Foundation
import LatchkeyIdentity
import LatchkeySecrets

/// A row of an account, which is deleted with the account.
protocol AccountRow {
    var realm: Realm { get }
    /// The account; `nil` for a row of the project.
    var owner: AccountID? { get }
}

/// A row that expires.
protocol ExpiringRow {
    var expiresAt: Date { get }
}

/// A row with an unguessable id.
protocol FingerprintedRow: ExpiringRow {
    var id: Fingerprint { get }
    var realm: Realm { get }
}

extension Session: AccountRow { var owner: AccountID? { account } }
extension SecondFactor: AccountRow { var owner: AccountID? { account } }
extension RecoveryCode: AccountRow { var owner: AccountID? { account } }
extension Passkey: AccountRow { var owner: AccountID? { account } }

extension PendingSecondFactor: AccountRow, FingerprintedRow { var owner: AccountID? { account } }
extension TOTPEnrollment: AccountRow, FingerprintedRow { var owner: AccountID? { account } }
extension PasskeyChallenge: AccountRow, FingerprintedRow { var owner: AccountID? { account } }
extension OneTimeCode: AccountRow, FingerprintedRow { var owner: AccountID? { account } }
extension PendingCredential: AccountRow, FingerprintedRow { var owner: AccountID? { account } }

extension PhoneCode: FingerprintedRow {}
extension PhoneProof: FingerprintedRow {}
extension SignInFlow: FingerprintedRow {}
extension FlowResult: FingerprintedRow {}
extension AccessToken: ExpiringRow {}
extension AdministratorInvitation: ExpiringRow {}
extension OutboxMessage: ExpiringRow {}
