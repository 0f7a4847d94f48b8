import LatchkeyAuth
import Synchronization

/// A keychain for sessions: items by access group, of which an app may use those in its entitlements.
struct MemoryKeychain: SessionStorage {
    struct MissingEntitlement: Error {}

    final class Items: Sendable {
        fileprivate let bytes = Mutex<[String: [UInt8]]>([:])

        /// The names of the stored items.
        var names: [String] { bytes.withLock { $0.keys.sorted() } }
    }

    let items: Items
    private let entitlements: Set<String>
    private let name: String

    /// - Parameters:
    ///   - items: The device's items. A different app has different items.
    ///   - app: The name of the app's own access group.
    init(_ items: Items = Items(), app: String = "app", entitlements: Set<String> = ["TEAM.shared", "TEAM.other"]) {
        self.items = items
        self.entitlements = entitlements
        name = app
    }

    func load() throws -> [UInt8]? {
        try check()
        return items.bytes.withLock { $0[name] }
    }

    func save(_ bytes: [UInt8]) throws {
        try check()
        items.bytes.withLock { $0[name] = bytes }
    }

    func remove() throws {
        try check()
        items.bytes.withLock { $0[name] = nil }
    }

    func storage(inAccessGroup accessGroup: String, isSynchronized: Bool) -> any SessionStorage {
        MemoryKeychain(items, app: accessGroup + (isSynchronized ? " synchronized" : ""), entitlements: entitlements)
    }

    /// Like the keychain, this fails when an item is accessed, not before.
    private func check() throws {
        guard name.hasPrefix("app") || entitlements.contains(where: name.hasPrefix) else { throw MissingEntitlement() }
    }
}
