import LatchkeyAuth
import Synchronization

/// What a keychain is for sessions: items by their access group, of which an app may use those in its entitlements.
struct MemoryKeychain: SessionStorage {
    struct MissingEntitlement: Error {}

    final class Items: Sendable {
        fileprivate let bytes = Mutex<[String: [UInt8]]>([:])

        /// The items that are there.
        var names: [String] { bytes.withLock { $0.keys.sorted() } }
    }

    let items: Items
    private let entitlements: Set<String>
    private let name: String

    /// - Parameters:
    ///   - items: of the device; an app of its own has other names in it.
    ///   - app: what the app's own place is called.
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

    /// As the keychain, which complains when an item is asked for, and not before.
    private func check() throws {
        guard name.hasPrefix("app") || entitlements.contains(where: name.hasPrefix) else { throw MissingEntitlement() }
    }
}
