import Foundation
import LatchkeySecrets
import Synchronization

/// The accounts of this device: what `ACAccountStore` was on iOS, on systems that have none.
///
/// Each account is a token pair that the server-mediated sign-in obtained, kept where sessions are kept: in a file that only its owner
/// reads, or in the keychain. Several accounts of one provider stand side by side. Two stores of the same place show the same accounts.
public final class DeviceAccountStore: Sendable {
    /// So many accounts a device keeps at most.
    public static let maxCount = 100

    private let storage: any SessionStorage
    private let mayUse: @Sendable (DeviceAccountType) async throws -> Bool
    /// Where accounts of the system come from; without one there are only those that were added.
    let system: DeviceSystem?
    /// Of all stores: two may be of one place.
    private static let order = Mutex(())

    /// - Parameters:
    ///   - storage: where accounts are kept; unless given, a file of this person (`device-accounts.json` in the folder of
    ///     ``FileSessionStorage``) or the keychain.
    ///   - system: the system's own accounts.
    ///   - mayUse: asks the person whether the app may see their accounts; allowed unless given, since they were added by the app.
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

    /// Whether the person lets the app see the accounts of a kind.
    public func requestAccess(to type: DeviceAccountType) async throws -> Bool {
        try await mayUse(type)
    }

    /// The accounts of a kind, those of the system first, else in the order in which they were added.
    ///
    /// - Throws: ``AuthErrorCode/keychainError`` when they cannot be read; what is damaged is set aside first.
    public func accounts(of type: DeviceAccountType = .twitter) throws -> [DeviceAccount] {
        let added = try Self.order.withLock { _ in try load() }
        return ((system?.accounts ?? []) + added).filter { $0.accountType == type }
    }

    /// The accounts with which people can sign in at the server of `auth`: those of others are not shown there.
    package func accounts(of type: DeviceAccountType = .twitter, for auth: Auth) throws -> [DeviceAccount] {
        try accounts(of: type).filter { $0.server == nil || $0.server == auth.configuration.base }
    }

    /// Adds an account, in place of an earlier token of the same one.
    ///
    /// - Throws: ``AuthErrorCode/keychainError``.
    public func save(_ account: DeviceAccount) throws {
        try change { accounts in
            guard let index = accounts.firstIndex(of: account) else { return accounts.append(account) }
            accounts[index] = account
        }
    }

    /// Removes an account; the token stays good at the provider until the person withdraws it there.
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
