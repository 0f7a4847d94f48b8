import Synchronization

/// Reads and writes the stored session, one call after the other, in the app's own place or in one that several apps share.
final class SessionKeeper: Sendable {
    /// The app's own place. While a group is used, it holds which one.
    let storage: any SessionStorage
    private let place: Mutex<SessionPlace>

    init(storage: any SessionStorage) {
        self.storage = storage
        place = Mutex(SessionPlace(storage: storage))
    }

    /// The group that the session is shared with; `nil` for the app's own place.
    var accessGroup: AccessGroup? { place.withLock { $0.group } }

    /// The stored session, in the group that was used last; `nil` without one.
    ///
    /// - Throws: ``AuthErrorCode/keychainError`` when it cannot be read. A damaged one that is not shared is set aside first, so that
    ///   the next start finds nothing.
    func load() throws -> StoredSession? {
        try place.withLock { place in
            guard let bytes = try ownBytes() else { return nil }
            guard let group = AccessGroup(reading: bytes) else { return try SessionPlace(storage: storage).read(bytes) }
            place = SessionPlace(group: group, storage: try storage(of: group))
            let session = try place.read()
            place.adopt(session)
            return session
        }
    }

    /// The session that is stored in a group, or in the app's own place, whichever is used.
    func session(in group: AccessGroup?) throws -> StoredSession? {
        try place.withLock { _ in try stored(in: group) }
    }

    /// Changes who is signed in and writes it down, with no other change of this program in between.
    func change(_ change: (inout SessionPlace) throws -> Void) throws {
        try place.withLock { try change(&$0) }
    }

    /// Uses another group from now on, in the next run as well. What the app's own place held is gone then.
    ///
    /// - Parameter show: Gets the session that is stored in the group.
    func use(_ group: AccessGroup?, _ show: (StoredSession?) -> Void) throws {
        try place.withLock { place in
            guard group != place.group else { return }
            let other = try group.map { try storage(of: $0) } ?? storage
            let session = try stored(in: group)
            do {
                if let group { try storage.save(try group.written()) } else { try storage.remove() }
            } catch {
                throw AuthError.keychain("The access group cannot be stored.", error)
            }
            place = SessionPlace(group: group, storage: other, session: session)
            show(session)
        }
    }

    private func stored(in group: AccessGroup?) throws -> StoredSession? {
        if let group { return try SessionPlace(group: group, storage: try storage(of: group)).read() }
        guard let bytes = try ownBytes(), AccessGroup(reading: bytes) == nil else { return nil }
        return try SessionPlace(storage: storage).read(bytes)
    }

    private func ownBytes() throws -> [UInt8]? {
        do { return try storage.load() } catch { throw AuthError.keychain("The session cannot be read.", error) }
    }

    private func storage(of group: AccessGroup) throws -> any SessionStorage {
        do {
            return try storage.storage(inAccessGroup: group.name, isSynchronized: group.isSynchronized)
        } catch {
            throw error.authErrorCode == .keychainError ? error : AuthError.keychain("The access group cannot be used.", error)
        }
    }
}
