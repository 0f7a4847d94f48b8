/// Write access for imports that replace existing accounts.
public protocol AccountImportWriting {
    /// Replaces the account of the same uid, including its creation date, its identities and the phones that are second factors. Existing
    /// sessions end; TOTP factors and passkeys stay.
    ///
    /// - Parameter kinds: Further kinds of credentials to remove, before the phones are added.
    /// - Throws: ``StoreConflict`` if a value is taken.
    func replace(_ account: Account, phones: [SecondFactor], removing kinds: Set<CredentialKind>) throws
}
