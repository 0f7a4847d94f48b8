import LatchkeyWire

extension User {
    /// Sends a mail with a link that confirms the account's address.
    ///
    /// - Throws: ``AuthErrorCode/missingEmail`` for an account without an address, ``AuthErrorCode/tooManyRequests``.
    public func sendEmailVerification(with actionCodeSettings: ActionCodeSettings? = nil) async throws {
        try await endingSessionOnFailure {
            let request = SendOobCodeRequest(requestType: .verifyEmail, idToken: try await getIDToken())
            try await auth.send(request, actionCodeSettings)
        }
    }

    /// Sends a mail to a new address; the account gets it once the link is followed. Needs a recent sign-in.
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

    /// ``sendEmailVerification(with:)`` with a completion.
    public func sendEmailVerification(
        with actionCodeSettings: ActionCodeSettings? = nil, completion: (@MainActor ((any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) { try await self.sendEmailVerification(with: actionCodeSettings) }
    }

    /// ``sendEmailVerification(beforeUpdatingEmail:actionCodeSettings:)`` with a completion.
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
