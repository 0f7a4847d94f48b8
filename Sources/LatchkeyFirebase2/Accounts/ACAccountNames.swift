public import Foundation
public import LatchkeyAuth

// Apple's names of what the Accounts framework had, for code that was written with it.

/// An account of this device; Apple's name.
public typealias ACAccount = DeviceAccount
/// The accounts of this device; Apple's name.
public typealias ACAccountStore = DeviceAccountStore
/// A kind of account; Apple's name.
public typealias ACAccountType = DeviceAccountType

/// Apple's name of Twitter accounts.
public let ACAccountTypeIdentifierTwitter = DeviceAccountType.twitter.identifier

extension DeviceAccountStore {
    /// The kind of account that an identifier names.
    public func accountTypeWithAccountTypeIdentifier(_ identifier: String) -> ACAccountType { ACAccountType(identifier: identifier) }

    /// Asks whether the app may see the accounts of a kind; the block is called on the main actor.
    public func requestAccessToAccountsWithType(
        _ type: ACAccountType, options: [AnyHashable: Any]? = nil,
        completion: @escaping @MainActor (_ granted: Bool, _ error: NSError?) -> Void
    ) {
        Task {
            do { await completion(try await self.requestAccess(to: type), nil) } catch { await completion(false, error as NSError) }
        }
    }

    /// The accounts of a kind; none where they cannot be read, of which ``DeviceAccountStore/accounts(of:)`` says why.
    public func accountsWithAccountType(_ type: ACAccountType) -> [ACAccount] { (try? accounts(of: type)) ?? [] }

    /// Adds a Twitter account of the person through the server of a reference, whose project has the application.
    @discardableResult
    public func addTwitterAccount(to ref: Firebase, delegate: (any AuthUIDelegate)? = nil) async throws -> ACAccount {
        try await addTwitterAccount(auth: ref.requireClient().auth, delegate: delegate)
    }
}
