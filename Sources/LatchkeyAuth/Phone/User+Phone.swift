extension User {
    /// Gives the account a telephone number, in place of the one that it has; replacing one needs a recent sign-in.
    ///
    /// - Throws: ``AuthErrorCode/credentialAlreadyInUse`` when the number belongs to another account, with a credential under
    ///   ``AuthErrorUserInfoUpdatedCredentialKey`` that signs in to it; ``AuthErrorCode/invalidVerificationCode``,
    ///   ``AuthErrorCode/requiresRecentLogin``.
    public func updatePhoneNumber(_ credential: PhoneAuthCredential) async throws {
        try await endingSessionOnFailure {
            let answer = try await auth.exchange(credential, for: .update, idToken: try await getIDToken())
            _ = try await take(answer)
        }
    }

    /// ``updatePhoneNumber(_:)`` with a completion.
    public func updatePhoneNumber(
        _ credential: PhoneAuthCredential, completion: (@MainActor ((any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) { try await self.updatePhoneNumber(credential) }
    }
}
