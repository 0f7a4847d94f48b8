package import LatchkeyIdentity

extension Transaction {
    package func remove(_ kind: CredentialKind, of account: AccountID, in realm: Realm) throws {
        try run(kind.removal, [":project": realm.project, ":tenant": realm.tenant, ":account": account])
    }
}

extension CredentialKind {
    /// The statement that removes this kind of credential from an account.
    fileprivate var removal: String {
        switch self {
        case .password:
            """
            UPDATE account SET
                password_configuration = NULL, password_hash = NULL, password_salt = NULL, password_rounds = NULL, password_memory_cost = NULL,
                password_updated_at = NULL
            WHERE project = :project AND tenant = :tenant AND id = :account
            """
        case .identities:
            "DELETE FROM identity WHERE project = :project AND tenant = :tenant AND account = :account"
        case .phoneNumber:
            "UPDATE account SET phone_number = NULL WHERE project = :project AND tenant = :tenant AND id = :account"
        case .sessions:
            "DELETE FROM session WHERE project = :project AND tenant = :tenant AND account = :account"
        case .secondFactors:
            "DELETE FROM second_factor WHERE project = :project AND tenant = :tenant AND account = :account"
        case .recoveryCodes:
            "DELETE FROM recovery_code WHERE project = :project AND tenant = :tenant AND account = :account"
        case .pendingSecondFactors:
            "DELETE FROM pending_second_factor WHERE project = :project AND tenant = :tenant AND account = :account"
        case .totpEnrollments:
            "DELETE FROM totp_enrolment WHERE project = :project AND tenant = :tenant AND account = :account"
        case .pendingCredentials:
            "DELETE FROM pending_credential WHERE project = :project AND tenant = :tenant AND account = :account"
        case .passkeys:
            "DELETE FROM passkey WHERE project = :project AND tenant = :tenant AND account = :account"
        case .passkeyEnrollments:
            "DELETE FROM passkey_challenge WHERE project = :project AND tenant = :tenant AND account = :account"
        case .oneTimeCodes:
            "DELETE FROM one_time_code WHERE project = :project AND tenant = :tenant AND account = :account"
        }
    }
}
