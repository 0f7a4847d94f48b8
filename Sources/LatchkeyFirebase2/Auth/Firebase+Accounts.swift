public import Foundation
import LatchkeyAuth

// Accounts with email addresses and passwords. Creating an account does not sign in. Changing one requires its password, not a session.
extension Firebase {
    /// A block that is called when an operation completes, with `nil` on success.
    public typealias ErrorBlock = @MainActor (_ error: NSError?) -> Void

    /// Creates an account.
    public func createUser(_ email: String, password: String, withCompletionBlock block: ErrorBlock? = nil) {
        deliver(to: block) { _ = try await self.createUser(email, password: password) }
    }

    /// Creates an account. The block receives its uid under the key `uid`.
    public func createUser(
        _ email: String, password: String,
        withValueCompletionBlock block: @escaping @MainActor (_ error: NSError?, _ result: [String: Any]?) -> Void
    ) {
        let convert: @MainActor (NSError?, String?) -> Void = { block($0, $1.map { ["uid": $0] }) }
        deliver(to: convert) { try await self.createUser(email, password: password) }
    }

    /// Deletes an account, and signs out if it is the current one.
    public func removeUser(_ email: String, password: String, withCompletionBlock block: ErrorBlock? = nil) {
        deliver(to: block) { try await self.removeUser(email, password: password) }
    }

    /// Changes the password of an account.
    public func changePasswordForUser(
        _ email: String, fromOld old: String, toNew new: String, withCompletionBlock block: ErrorBlock? = nil
    ) {
        deliver(to: block) { try await self.changePasswordForUser(email, fromOld: old, toNew: new) }
    }

    /// Changes the email address of an account. Fails if the project has enumeration protection, which requires a new address to be
    /// confirmed first.
    public func changeEmailForUser(
        _ email: String, password: String, toNewEmail new: String, withCompletionBlock block: ErrorBlock? = nil
    ) {
        deliver(to: block) { try await self.changeEmailForUser(email, password: password, toNewEmail: new) }
    }

    /// Sends an email with a password reset link. (Firebase 2.x sent a temporary password instead.)
    public func resetPasswordForUser(_ email: String, withCompletionBlock block: ErrorBlock? = nil) {
        deliver(to: block) { try await self.resetPasswordForUser(email) }
    }
}

// The `async` variants.
extension Firebase {
    /// Creates an account and returns its uid.
    @discardableResult
    public func createUser(_ email: String, password: String) async throws -> String {
        try await translating { client in
            try await client.auth.prepare(.newAccount(email: email, password: password)).uid ?? ""
        }
    }

    /// The `async` variant of ``removeUser(_:password:withCompletionBlock:)``.
    public func removeUser(_ email: String, password: String) async throws {
        try await translating { client in
            try await client.auth.delete(client.auth.prepare(.password(email: email, password: password)))
        }
    }

    /// The `async` variant of ``changePasswordForUser(_:fromOld:toNew:withCompletionBlock:)``.
    public func changePasswordForUser(_ email: String, fromOld old: String, toNew new: String) async throws {
        try await translating { client in
            // A new password ends the account's other sessions, so the session of this client has to make the change to stay valid.
            if let user = client.auth.currentUser, user.email == email.lowercased() {
                try await user.reauthenticate(with: EmailAuthProvider.credential(withEmail: email, password: old))
                return try await user.updatePassword(to: new)
            }
            try await client.auth.changePassword(of: client.auth.prepare(.password(email: email, password: old)), to: new)
        }
    }

    /// The `async` variant of ``changeEmailForUser(_:password:toNewEmail:withCompletionBlock:)``.
    public func changeEmailForUser(_ email: String, password: String, toNewEmail new: String) async throws {
        try await translating { client in
            if let user = client.auth.currentUser, user.email == email.lowercased() {
                try await user.reauthenticate(with: EmailAuthProvider.credential(withEmail: email, password: password))
                return try await user.updateEmail(to: new)
            }
            try await client.auth.changeEmail(of: client.auth.prepare(.password(email: email, password: password)), to: new)
        }
    }

    /// The `async` variant of ``resetPasswordForUser(_:withCompletionBlock:)``.
    public func resetPasswordForUser(_ email: String) async throws {
        try await translating { try await $0.auth.sendPasswordReset(withEmail: email) }
    }

    private func translating<Value: Sendable>(_ operation: (FirebaseClient) async throws -> Value) async throws -> Value {
        do { return try await operation(requireClient()) } catch { throw FirebaseError.make(error) }
    }
}
