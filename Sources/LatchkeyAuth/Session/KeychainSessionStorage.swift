#if canImport(Security)
import Foundation
import Security

/// A storage that keeps the session in the keychain of Apple platforms.
///
/// The item is accessible after the first unlock, and only on this device unless it is in a synchronized access group.
///
/// This file is type-checked on Linux against a stand-in for Apple's module and has never been run. Please report problems.
public struct KeychainSessionStorage: SessionStorage {
    private let account: String
    private let accessGroup: String?
    private let isSynchronized: Bool

    /// Creates a storage with an item specific to the server, API key and tenant.
    ///
    /// - Parameters:
    ///   - configuration: The configuration. Its server, key and tenant determine the name of the item.
    ///   - appName: The name of the app, if several apps in the program may use the same server and key.
    public init(for configuration: AuthConfiguration, appName: String? = nil) {
        self.init(account: configuration.sessionName(of: appName))
    }

    /// Creates a storage for other data of this package's clients.
    init(account: String, accessGroup: String? = nil, isSynchronized: Bool = false) {
        self.account = account
        self.accessGroup = accessGroup
        self.isSynchronized = isSynchronized
    }

    /// Returns the storage of the same server, key and tenant in an access group. The app's entitlements must include the group.
    public func storage(inAccessGroup accessGroup: String, isSynchronized: Bool) -> any SessionStorage {
        Self(account: account, accessGroup: accessGroup, isSynchronized: isSynchronized)
    }

    private var query: [CFString: Any] {
        // A query without a group matches the items of all groups that the app may use, so items in groups have a different service name.
        let service = accessGroup == nil ? "latchkey.session" : "latchkey.shared-session"
        var query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account,
        ]
        if let accessGroup {
            query[kSecAttrAccessGroup] = accessGroup
            query[kSecAttrSynchronizable] = isSynchronized
            // Without this, macOS uses its older keychain, which has no groups.
            query[kSecUseDataProtectionKeychain] = true
        }
        return query
    }

    /// Returns the contents of the item; `nil` if there is no item.
    public func load() throws -> [UInt8]? {
        var item: CFTypeRef?
        let status = SecItemCopyMatching(
            query.merging([kSecReturnData: true, kSecMatchLimit: kSecMatchLimitOne]) { $1 } as CFDictionary, &item)
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess else { throw failure(status) }
        return (item as? Data).map(Array.init)
    }

    /// Creates or updates the item.
    public func save(_ bytes: [UInt8]) throws {
        let accessible = isSynchronized ? kSecAttrAccessibleAfterFirstUnlock : kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        let values: [CFString: Any] = [kSecValueData: Data(bytes), kSecAttrAccessible: accessible]
        var status = SecItemUpdate(query as CFDictionary, values as CFDictionary)
        if status == errSecItemNotFound { status = SecItemAdd(query.merging(values) { $1 } as CFDictionary, nil) }
        guard status == errSecSuccess else { throw failure(status) }
    }

    /// Deletes the item.
    public func remove() throws {
        let status = SecItemDelete(query as CFDictionary)
        guard status == errSecSuccess || status == errSecItemNotFound else { throw failure(status) }
    }

    private func failure(_ status: OSStatus) -> NSError {
        var info: [String: Any] = [:]
        if status == errSecMissingEntitlement {
            info[NSLocalizedDescriptionKey] =
                "The app may not use the keychain access group \(accessGroup ?? "of its own"). Add it under Keychain Sharing, and "
                + "write it with the team's prefix."
        }
        return NSError(domain: NSOSStatusErrorDomain, code: Int(status), userInfo: info)
    }
}
#endif
