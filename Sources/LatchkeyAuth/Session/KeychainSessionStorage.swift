#if canImport(Security)
import Foundation
import Security

/// Keeps the session in the keychain of Apple's systems after the first unlock: for this device only, unless an access group says otherwise.
///
/// This file is type-checked on Linux against a stand-in for Apple's module, and has never run: report what does not work.
public struct KeychainSessionStorage: SessionStorage {
    private let account: String
    private let accessGroup: String?
    private let isSynchronized: Bool

    /// Keeps the session of this server, key and tenant.
    ///
    /// - Parameter appName: One of several apps at once that may use the same server and key.
    public init(for configuration: AuthConfiguration, appName: String? = nil) {
        self.init(account: configuration.sessionName(of: appName))
    }

    /// Keeps something else that this package's clients have to remember.
    init(account: String, accessGroup: String? = nil, isSynchronized: Bool = false) {
        self.account = account
        self.accessGroup = accessGroup
        self.isSynchronized = isSynchronized
    }

    /// The item of the same server, key and tenant in an access group. The app's entitlements have to name the group.
    public func storage(inAccessGroup accessGroup: String, isSynchronized: Bool) -> any SessionStorage {
        Self(account: account, accessGroup: accessGroup, isSynchronized: isSynchronized)
    }

    private var query: [CFString: Any] {
        // A query that names no group finds the items of every group that the app may use, so those of groups have another name.
        let service = accessGroup == nil ? "latchkey.session" : "latchkey.shared-session"
        var query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account,
        ]
        if let accessGroup {
            query[kSecAttrAccessGroup] = accessGroup
            query[kSecAttrSynchronizable] = isSynchronized
            // Without it macOS takes its older keychain, which knows no groups.
            query[kSecUseDataProtectionKeychain] = true
        }
        return query
    }

    /// The bytes of the item; `nil` when there is none.
    public func load() throws -> [UInt8]? {
        var item: CFTypeRef?
        let status = SecItemCopyMatching(
            query.merging([kSecReturnData: true, kSecMatchLimit: kSecMatchLimitOne]) { $1 } as CFDictionary, &item)
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess else { throw failure(status) }
        return (item as? Data).map(Array.init)
    }

    /// Writes the item.
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
                "The app may not use the keychain's access group \(accessGroup ?? "of its own"). Add it under Keychain Sharing, and "
                + "write it with the team's prefix."
        }
        return NSError(domain: NSOSStatusErrorDomain, code: Int(status), userInfo: info)
    }
}
#endif
