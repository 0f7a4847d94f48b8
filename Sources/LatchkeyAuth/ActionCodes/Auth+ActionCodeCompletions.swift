// Variants with a completion handler, which is called on the main actor.

extension Auth {
    /// The variant of ``sendPasswordReset(withEmail:actionCodeSettings:)`` with a completion handler.
    public func sendPasswordReset(
        withEmail email: String, actionCodeSettings: ActionCodeSettings? = nil,
        completion: (@MainActor ((any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) {
            try await self.sendPasswordReset(withEmail: email, actionCodeSettings: actionCodeSettings)
        }
    }

    /// The variant of ``confirmPasswordReset(withCode:newPassword:)`` with a completion handler.
    public func confirmPasswordReset(
        withCode code: String, newPassword: String, completion: (@MainActor ((any Error)?) -> Void)?
    ) {
        deliver(to: completion) { try await self.confirmPasswordReset(withCode: code, newPassword: newPassword) }
    }

    /// The variant of ``verifyPasswordResetCode(_:)`` with a completion handler.
    public func verifyPasswordResetCode(_ code: String, completion: (@MainActor (String?, (any Error)?) -> Void)?) {
        deliver(to: completion) { try await self.verifyPasswordResetCode(code) }
    }

    /// The variant of ``checkActionCode(_:)`` with a completion handler.
    public func checkActionCode(_ code: String, completion: (@MainActor (ActionCodeInfo?, (any Error)?) -> Void)?) {
        deliver(to: completion) { try await self.checkActionCode(code) }
    }

    /// The variant of ``applyActionCode(_:)`` with a completion handler.
    public func applyActionCode(_ code: String, completion: (@MainActor ((any Error)?) -> Void)?) {
        deliver(to: completion) { try await self.applyActionCode(code) }
    }

    /// The variant of ``sendSignInLink(toEmail:actionCodeSettings:)`` with a completion handler.
    public func sendSignInLink(
        toEmail email: String, actionCodeSettings: ActionCodeSettings,
        completion: (@MainActor ((any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) {
            try await self.sendSignInLink(toEmail: email, actionCodeSettings: actionCodeSettings)
        }
    }

    /// The variant of ``signIn(withEmail:link:)`` with a completion handler.
    public func signIn(
        withEmail email: String, link: String, completion: (@MainActor (AuthDataResult?, (any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) { try await self.signIn(withEmail: email, link: link) }
    }
}
