import Foundation
import LatchkeySecrets
import Synchronization

/// The accounts of this device: a replacement for `ACAccountStore` on systems without it.
///
/// Each account is a token pair from a server-mediated sign-in. Accounts are stored like sessions: in a file that only its owner can read,
/// or in the keychain. A provider can have several accounts. Two stores with the same storage have the same accounts.
public final class DeviceAccountStore: Sendable {
    /// The maximum number of accounts on a device.
    public static let maxCount = 100

    private let storage: any SessionStorage
    private let mayUse: @Sendable (DeviceAccountType) async throws -> Bool
    /// The source of system accounts; if `nil`, there are only added accounts.
    let system: DeviceSystem?
    /// A lock shared by all stores, because several stores may have the same storage.
    private static let order = Mutex(())

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - storage: The storage of the accounts. The default is a file of this user (`device-accounts.json` in the directory of
    ///     ``FileSessionStorage``) or the keychain.
    ///   - system: The system's own accounts.
    ///   - mayUse: Asks the user whether the app may access the accounts. By default access is allowed, because the app added the accounts.
    public init(
        storage: (any SessionStorage)? = nil, system: DeviceSystem? = nil,
        mayUse: @escaping @Sendable (DeviceAccountType) async throws -> Bool = { _ in true }
    ) {
        self.storage = storage ?? Self.systemStorage()
        self.system = system
        self.mayUse = mayUse
    }

    private static func systemStorage() -> any SessionStorage {
        #if canImport(Security)
        KeychainSessionStorage(account: "device-accounts")
        #else
        FileSessionStorage(path: FileSessionStorage.stateFolder() + "/device-accounts.json")
        #endif
    }

    /// Returns whether the user allows the app to access the accounts of a kind.
    public func requestAccess(to type: DeviceAccountType) async throws -> Bool {
        try await mayUse(type)
    }

    /// Returns the accounts of a kind: system accounts first, then the others in the order in which they were added.
    ///
    /// - Throws: ``AuthErrorCode/keychainError`` if the accounts cannot be read. Damaged data is set aside first.
    public func accounts(of type: DeviceAccountType = .twitter) throws -> [DeviceAccount] {
        let added = try Self.order.withLock { _ in try load() }
        return ((system?.accounts ?? []) + added).filter { $0.accountType == type }
    }

    /// Returns the accounts that can sign in to the server of `auth`. Accounts of other servers are omitted.
    package func accounts(of type: DeviceAccountType = .twitter, for auth: Auth) throws -> [DeviceAccount] {
        try accounts(of: type).filter { $0.server == nil || $0.server == auth.configuration.base }
    }

    /// Adds an account, or replaces its token if it exists.
    ///
    /// - Throws: ``AuthErrorCode/keychainError``.
    public func save(_ account: DeviceAccount) throws {
        try change { accounts in
            guard let index = accounts.firstIndex(of: account) else { return accounts.append(account) }
            accounts[index] = account
        }
    }

    /// Removes an account. The token remains valid at the provider until the user revokes it there.
    ///
    /// - Throws: ``AuthErrorCode/keychainError``.
    public func remove(_ account: DeviceAccount) throws {
        try change { $0.removeAll { $0 == account } }
    }

    private func change(_ change: (inout [DeviceAccount]) -> Void) throws {
        try Self.order.withLock { _ in
            var accounts = try load()
            change(&accounts)
            guard accounts.count <= Self.maxCount else {
                throw AuthError.make(.keychainError, reason: "A device keeps at most \(Self.maxCount) accounts. Remove one first.")
            }
            do {
                try storage.save(try StoredAccounts(accounts).written())
            } catch {
                throw AuthError.make(.keychainError, reason: "The accounts of this device cannot be stored.", underlying: error)
            }
        }
    }

    private func load() throws -> [DeviceAccount] {
        let bytes: [UInt8]?
        do { bytes = try storage.load() } catch {
            throw AuthError.make(.keychainError, reason: "The accounts of this device cannot be read.", underlying: error)
        }
        guard let bytes else { return [] }
        do {
            return try StoredAccounts(reading: bytes).accounts
        } catch {
            try? storage.setAside()
            throw AuthError.make(
                .keychainError, reason: "The stored accounts of this device are damaged and were set aside.", underlying: error)
        }
    }
}
