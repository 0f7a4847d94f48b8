import LatchkeyAuth
import LatchkeyFirebase2

extension FirebaseSimpleLogin {
    /// Creates an account without signing in. The user that the block receives has no token.
    public func createUserWithEmail(_ email: String, password: String, andCompletionBlock block: @escaping LoginBlock) {
        perform { [ref] in
            try Self.check(email: email, password: password)
            let uid = try await ref.createUser(email, password: password)
            return { block(nil, FAUser(uid: uid, email: email)) }
        } failing: { error in
            block(error, nil)
        }
    }

    /// Deletes an account.
    public func removeUserWithEmail(_ email: String, password: String, andCompletionBlock block: @escaping SuccessBlock) {
        succeed(block) { ref in
            try Self.check(email: email, password: password)
            try await ref.removeUser(email, password: password)
        }
    }

    /// Signs in with an email address and a password.
    public func loginWithEmail(_ email: String, andPassword password: String, withCompletionBlock block: @escaping LoginBlock) {
        login(block) { _ in
            try Self.check(email: email, password: password)
            return Way(signIn: .password(email: email, password: password))
        }
    }

    /// Changes the password of an account.
    public func changePasswordForEmail(
        _ email: String, oldPassword: String, newPassword: String, completionBlock block: @escaping SuccessBlock
    ) {
        succeed(block) { ref in
            // As in the original, only the new password is checked before the request is sent.
            try Self.check(email: email, password: newPassword)
            try await ref.changePasswordForUser(email, fromOld: oldPassword, toNew: newPassword)
        }
    }

    /// Sends an email with a password reset link.
    public func sendPasswordResetForEmail(_ email: String, andCompletionBlock block: @escaping SuccessBlock) {
        succeed(block) { ref in
            try Self.check(email: email)
            try await ref.resetPasswordForUser(email)
        }
    }

    /// Signs in anonymously. The lowercase `w` is in the original name.
    public func loginAnonymouslywithCompletionBlock(_ block: @escaping LoginBlock) {
        login(block) { _ in Way(signIn: .anonymous) }
    }

    /// Checks the email address and the password on the client.
    private static func check(email: String, password: String? = nil) throws {
        guard email.utf8.count <= 320, email.wholeMatch(of: /[A-Za-z0-9_.+\-]+@([A-Za-z0-9\-]+\.)+[A-Za-z0-9]{2,24}/) != nil else {
            throw SimpleLoginError.make(.invalidEmail, "INVALID_EMAIL: “\(email.prefix(320))” is not an e-mail address.")
        }
        if password?.isEmpty == true { throw SimpleLoginError.make(.invalidPassword, "INVALID_PASSWORD: The password is empty.") }
    }
}
