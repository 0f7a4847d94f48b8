import LatchkeyAuth
import LatchkeyFirebase2

extension FirebaseSimpleLogin {
    /// Makes an account; nobody is signed in by it, and the user has no token.
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

    /// Signs in with an address and its password.
    public func loginWithEmail(_ email: String, andPassword password: String, withCompletionBlock block: @escaping LoginBlock) {
        login(block) { _ in
            try Self.check(email: email, password: password)
            return Way(signIn: .password(email: email, password: password))
        }
    }

    /// Sets another password.
    public func changePasswordForEmail(
        _ email: String, oldPassword: String, newPassword: String, completionBlock block: @escaping SuccessBlock
    ) {
        succeed(block) { ref in
            // As the original: only the new one is looked at before it is sent.
            try Self.check(email: email, password: newPassword)
            try await ref.changePasswordForUser(email, fromOld: oldPassword, toNew: newPassword)
        }
    }

    /// Sends a mail with a link to set a new password.
    public func sendPasswordResetForEmail(_ email: String, andCompletionBlock block: @escaping SuccessBlock) {
        succeed(block) { ref in
            try Self.check(email: email)
            try await ref.resetPasswordForUser(email)
        }
    }

    /// Signs in without saying who one is. (The small w is the original's.)
    public func loginAnonymouslywithCompletionBlock(_ block: @escaping LoginBlock) {
        login(block) { _ in Way(signIn: .anonymous) }
    }

    /// What can be seen without the server.
    private static func check(email: String, password: String? = nil) throws {
        guard email.utf8.count <= 320, email.wholeMatch(of: /[A-Za-z0-9_.+\-]+@([A-Za-z0-9\-]+\.)+[A-Za-z0-9]{2,24}/) != nil else {
            throw SimpleLoginError.make(.invalidEmail, "INVALID_EMAIL: “\(email.prefix(320))” is no e-mail address.")
        }
        if password?.isEmpty == true { throw SimpleLoginError.make(.invalidPassword, "INVALID_PASSWORD: The password is empty.") }
    }
}
