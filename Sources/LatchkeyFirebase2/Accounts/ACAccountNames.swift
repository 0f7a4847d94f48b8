public import Foundation
public import LatchkeyAuth

// The names of Apple's Accounts framework, for code that was written against it.

/// Apple's name for an account of the device.
public typealias ACAccount = DeviceAccount
/// Apple's name for the store of the device's accounts.
public typealias ACAccountStore = DeviceAccountStore
/// Apple's name for a kind of account.
public typealias ACAccountType = DeviceAccountType

/// Apple's identifier of Twitter accounts.
public let ACAccountTypeIdentifierTwitter = DeviceAccountType.twitter.identifier

extension DeviceAccountStore {
    /// Returns the kind of account with an identifier.
    public func accountTypeWithAccountTypeIdentifier(_ identifier: String) -> ACAccountType { ACAccountType(identifier: identifier) }

    /// Requests access to the accounts of a kind. The block is called on the main actor.
    public func requestAccessToAccountsWithType(
        _ type: ACAccountType, options: [AnyHashable: Any]? = nil,
        completion: @escaping @MainActor (_ granted: Bool, _ error: NSError?) -> Void
    ) {
        Task {
            do { await completion(try await self.requestAccess(to: type), nil) } catch { await completion(false, error as NSError) }
        }
    }

    /// Returns the accounts of a kind, or none if they cannot be read. ``DeviceAccountStore/accounts(of:)`` throws the reason.
    public func accountsWithAccountType(_ type: ACAccountType) -> [ACAccount] { (try? accounts(of: type)) ?? [] }

    /// Adds a Twitter account through the server of a reference. That server's project has the Twitter application.
    @discardableResult
    public func addTwitterAccount(to ref: Firebase, delegate: (any AuthUIDelegate)? = nil) async throws -> ACAccount {
        try await addTwitterAccount(auth: ref.requireClient().auth, delegate: delegate)
    }
}
