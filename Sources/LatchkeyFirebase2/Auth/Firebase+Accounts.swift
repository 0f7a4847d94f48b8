public import Foundation
import LatchkeyAuth

// Accounts with addresses and passwords. Making one does not sign in, and changing one needs its password and no session.
extension Firebase {
    /// What is called when something was done: nil for success.
    public typealias ErrorBlock = @MainActor (_ error: NSError?) -> Void

    /// Makes an account.
    public func createUser(_ email: String, password: String, withCompletionBlock block: ErrorBlock? = nil) {
        deliver(to: block) { _ = try await self.createUser(email, password: password) }
    }

    /// Makes an account; the block gets its uid under `uid`.
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

    /// Sets another password.
    public func changePasswordForUser(
        _ email: String, fromOld old: String, toNew new: String, withCompletionBlock block: ErrorBlock? = nil
    ) {
        deliver(to: block) { try await self.changePasswordForUser(email, fromOld: old, toNew: new) }
    }

    /// Sets another address. A project with enumeration protection wants new addresses confirmed first, and refuses.
    public func changeEmailForUser(
        _ email: String, password: String, toNewEmail new: String, withCompletionBlock block: ErrorBlock? = nil
    ) {
        deliver(to: block) { try await self.changeEmailForUser(email, password: password, toNewEmail: new) }
    }

    /// Sends a mail with a link to set a new password. (Firebase 2.x sent a temporary password; nobody is sent one here.)
    public func resetPasswordForUser(_ email: String, withCompletionBlock block: ErrorBlock? = nil) {
        deliver(to: block) { try await self.resetPasswordForUser(email) }
    }
}

// The same for `await`.
extension Firebase {
    /// Makes an account and gives its uid.
    @discardableResult
    public func createUser(_ email: String, password: String) async throws -> String {
        try await translating { client in
            try await client.auth.prepare(.newAccount(email: email, password: password)).uid ?? ""
        }
    }

    /// ``removeUser(_:password:withCompletionBlock:)`` for `await`.
    public func removeUser(_ email: String, password: String) async throws {
        try await translating { client in
            try await client.auth.delete(client.auth.prepare(.password(email: email, password: password)))
        }
    }

    /// ``changePasswordForUser(_:fromOld:toNew:withCompletionBlock:)`` for `await`.
    public func changePasswordForUser(_ email: String, fromOld old: String, toNew new: String) async throws {
        try await translating { client in
            // A new password ends the account's other sessions, and the one of this client shall go on.
            if let user = client.auth.currentUser, user.email == email.lowercased() {
                try await user.reauthenticate(with: EmailAuthProvider.credential(withEmail: email, password: old))
                return try await user.updatePassword(to: new)
            }
            try await client.auth.changePassword(of: client.auth.prepare(.password(email: email, password: old)), to: new)
        }
    }

    /// ``changeEmailForUser(_:password:toNewEmail:withCompletionBlock:)`` for `await`.
    public func changeEmailForUser(_ email: String, password: String, toNewEmail new: String) async throws {
        try await translating { client in
            if let user = client.auth.currentUser, user.email == email.lowercased() {
                try await user.reauthenticate(with: EmailAuthProvider.credential(withEmail: email, password: password))
                return try await user.updateEmail(to: new)
            }
            try await client.auth.changeEmail(of: client.auth.prepare(.password(email: email, password: password)), to: new)
        }
    }

    /// ``resetPasswordForUser(_:withCompletionBlock:)`` for `await`.
    public func resetPasswordForUser(_ email: String) async throws {
        try await translating { try await $0.auth.sendPasswordReset(withEmail: email) }
    }

    private func translating<Value: Sendable>(_ operation: (FirebaseClient) async throws -> Value) async throws -> Value {
        do { return try await operation(requireClient()) } catch { throw FirebaseError.make(error) }
    }
}
