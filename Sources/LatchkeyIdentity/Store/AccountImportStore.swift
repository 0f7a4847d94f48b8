public protocol AccountImportWriting {
    /// Puts an account in the place of another of the same uid, with its date of creation, its identities and the telephones that are
    /// its second factors. Whoever was signed in has to sign in again; programs that make codes and passkeys stay.
    ///
    /// - Parameter kinds: What is removed besides, before the telephones come.
    /// - Throws: ``StoreConflict`` when something is taken; then everything is as it was.
    func replace(_ account: Account, telephones: [SecondFactor], removing kinds: Set<CredentialKind>) throws
}
