// Each operation once more with a completion, which comes on the main actor.

extension Auth {
    /// ``sendPasswordReset(withEmail:actionCodeSettings:)`` with a completion.
    public func sendPasswordReset(
        withEmail email: String, actionCodeSettings: ActionCodeSettings? = nil,
        completion: (@MainActor ((any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) {
            try await self.sendPasswordReset(withEmail: email, actionCodeSettings: actionCodeSettings)
        }
    }

    /// ``confirmPasswordReset(withCode:newPassword:)`` with a completion.
    public func confirmPasswordReset(
        withCode code: String, newPassword: String, completion: (@MainActor ((any Error)?) -> Void)?
    ) {
        deliver(to: completion) { try await self.confirmPasswordReset(withCode: code, newPassword: newPassword) }
    }

    /// ``verifyPasswordResetCode(_:)`` with a completion.
    public func verifyPasswordResetCode(_ code: String, completion: (@MainActor (String?, (any Error)?) -> Void)?) {
        deliver(to: completion) { try await self.verifyPasswordResetCode(code) }
    }

    /// ``checkActionCode(_:)`` with a completion.
    public func checkActionCode(_ code: String, completion: (@MainActor (ActionCodeInfo?, (any Error)?) -> Void)?) {
        deliver(to: completion) { try await self.checkActionCode(code) }
    }

    /// ``applyActionCode(_:)`` with a completion.
    public func applyActionCode(_ code: String, completion: (@MainActor ((any Error)?) -> Void)?) {
        deliver(to: completion) { try await self.applyActionCode(code) }
    }

    /// ``sendSignInLink(toEmail:actionCodeSettings:)`` with a completion.
    public func sendSignInLink(
        toEmail email: String, actionCodeSettings: ActionCodeSettings,
        completion: (@MainActor ((any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) {
            try await self.sendSignInLink(toEmail: email, actionCodeSettings: actionCodeSettings)
        }
    }

    /// ``signIn(withEmail:link:)`` with a completion.
    public func signIn(
        withEmail email: String, link: String, completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) { try await self.signIn(withEmail: email, link: link) }
    }
}
