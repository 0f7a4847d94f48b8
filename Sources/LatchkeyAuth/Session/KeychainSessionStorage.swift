// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Security)
import Foundation
import Security

/// Keeps the session in the keychain of Apple's systems, for this device only, after the first unlock.
///
/// This file is not compiled on Linux, where the project is built and tested; report what does not work.
public struct KeychainSessionStorage: SessionStorage {
    private let account: String

    /// Keeps the session of this server, key and tenant.
    ///
    /// - Parameter appName: One of several apps at once that may use the same server and key.
    public init(for configuration: AuthConfiguration, appName: String? = nil) {
        account = configuration.sessionName(of: appName)
    }

    /// Keeps something else that this package's clients have to remember.
    init(account: String) {
        self.account = account
    }

    private var query: [CFString: Any] {
        [kSecClass: kSecClassGenericPassword, kSecAttrService: "latchkey.session", kSecAttrAccount: account]
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
        let values: [CFString: Any] = [
            kSecValueData: Data(bytes), kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
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
        NSError(domain: NSOSStatusErrorDomain, code: Int(status))
    }
}
#endif
