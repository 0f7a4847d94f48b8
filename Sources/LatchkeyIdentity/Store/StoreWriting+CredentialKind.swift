extension StoreWriting {
    /// Removes all credentials that were added to an account before its address was first verified.
    ///
    /// An attacker that registers another user's address must not keep access once the holder proves it: no password, no identity and
    /// no session stays. This is the only place that does so.
    package func removeAllCredentials(of account: AccountID, in realm: Realm) throws {
        for kind in CredentialKind.allCases {
            try remove(kind, of: account, in: realm)
        }
    }
}
