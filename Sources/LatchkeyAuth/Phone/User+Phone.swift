extension User {
    /// Sets or replaces the account's phone number. Replacing a number requires a recent sign-in.
    ///
    /// - Throws: ``AuthErrorCode/credentialAlreadyInUse`` if the number belongs to another account, with a credential for signing in to
    ///   that account under ``AuthErrorUserInfoUpdatedCredentialKey``; ``AuthErrorCode/invalidVerificationCode``,
    ///   ``AuthErrorCode/requiresRecentLogin``.
    public func updatePhoneNumber(_ credential: PhoneAuthCredential) async throws {
        try await endingSessionOnFailure {
            let reply = try await auth.exchange(credential, for: .update, idToken: try await getIDToken())
            _ = try await take(reply)
        }
    }

    /// The variant of ``updatePhoneNumber(_:)`` with a completion handler.
    public func updatePhoneNumber(
        _ credential: PhoneAuthCredential, completion: (@MainActor ((any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) { try await self.updatePhoneNumber(credential) }
    }
}
