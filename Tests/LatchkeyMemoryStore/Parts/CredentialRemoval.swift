import LatchkeyIdentity

extension MemoryTransaction {
    func remove(_ kind: CredentialKind, of account: AccountID, in realm: Realm) throws {
        let key = AccountKey(account, in: realm)
        switch kind {
        case .password:
            state.accounts[key]?.password = nil
            state.accounts[key]?.passwordUpdatedAt = nil
        case .identities: state.accounts[key]?.identities = []
        case .phoneNumber: state.accounts[key]?.phoneNumber = nil
        case .sessions: removeRows(\.sessions, of: account, in: realm)
        case .secondFactors: removeRows(\.secondFactors, of: account, in: realm)
        case .recoveryCodes: removeRows(\.recoveryCodes, of: account, in: realm)
        case .pendingSecondFactors: removeRows(\.pendingSecondFactors, of: account, in: realm)
        case .totpEnrollments: removeRows(\.totpEnrollments, of: account, in: realm)
        case .pendingCredentials: removeRows(\.pendingCredentials, of: account, in: realm)
        case .passkeys: removeRows(\.passkeys, of: account, in: realm)
        case .passkeyEnrollments: removeRows(\.passkeyChallenges, of: account, in: realm)
        case .oneTimeCodes: removeRows(\.oneTimeCodes, of: account, in: realm)
        }
    }

    private func removeRows<Row: AccountRow>(
        _ rows: WritableKeyPath<MemoryState, [Row]>, of account: AccountID, in realm: Realm
    ) {
        remove(rows) { $0.belongs(to: account, in: realm) }
    }
}
