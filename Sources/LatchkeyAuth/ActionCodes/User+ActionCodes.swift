import LatchkeyWire

extension User {
    /// Sends an email with a link that verifies the account's email address.
    ///
    /// - Throws: ``AuthErrorCode/missingEmail`` if the account has no email address, ``AuthErrorCode/tooManyRequests``.
    public func sendEmailVerification(with actionCodeSettings: ActionCodeSettings? = nil) async throws {
        try await endingSessionOnFailure {
            let request = SendOobCodeRequest(requestType: .verifyEmail, idToken: try await getIDToken())
            try await auth.send(request, actionCodeSettings)
        }
    }

    /// Sends an email to a new address, which replaces the current one when the user opens the link. Requires a recent sign-in.
    ///
    /// - Throws: ``AuthErrorCode/requiresRecentLogin``; without enumeration protection ``AuthErrorCode/emailAlreadyInUse``.
    public func sendEmailVerification(
        beforeUpdatingEmail newEmail: String, actionCodeSettings: ActionCodeSettings? = nil
    ) async throws {
        try await endingSessionOnFailure {
            let request = SendOobCodeRequest(
                requestType: .verifyAndChangeEmail, idToken: try await getIDToken(), newEmail: newEmail)
            try await auth.send(request, actionCodeSettings)
        }
    }

    /// The variant of ``sendEmailVerification(with:)`` with a completion handler.
    public func sendEmailVerification(
        with actionCodeSettings: ActionCodeSettings? = nil, completion: (@MainActor ((any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) { try await self.sendEmailVerification(with: actionCodeSettings) }
    }

    /// The variant of ``sendEmailVerification(beforeUpdatingEmail:actionCodeSettings:)`` with a completion handler.
    public func sendEmailVerification(
        beforeUpdatingEmail newEmail: String, actionCodeSettings: ActionCodeSettings? = nil,
        completion: (@MainActor ((any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) {
            try await self.sendEmailVerification(
                beforeUpdatingEmail: newEmail, actionCodeSettings: actionCodeSettings)
        }
    }
}
