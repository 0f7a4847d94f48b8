import Synchronization

/// Serialized access to the stored session, in the app's own storage or in a shared access group.
final class SessionKeeper: Sendable {
    /// The app's own storage. While an access group is in use, it holds the name of the group.
    let storage: any SessionStorage
    private let place: Mutex<SessionPlace>

    init(storage: any SessionStorage) {
        self.storage = storage
        place = Mutex(SessionPlace(storage: storage))
    }

    /// The access group of the session; `nil` for the app's own storage.
    var accessGroup: AccessGroup? { place.withLock { $0.group } }

    /// Returns the stored session from the access group that was used last, or from the app's own storage; `nil` if there is none.
    ///
    /// - Throws: ``AuthErrorCode/keychainError`` if it cannot be read. A damaged session outside a group is set aside first, so that the
    ///   next start finds none.
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

    /// Returns the session stored in a group, or in the app's own storage, without switching to it.
    func session(in group: AccessGroup?) throws -> StoredSession? {
        try place.withLock { _ in try stored(in: group) }
    }

    /// Changes the current session and its stored copy under a lock.
    func change(_ change: (inout SessionPlace) throws -> Void) throws {
        try place.withLock { try change(&$0) }
    }

    /// Switches to another group, also for later runs. The previous contents of the app's own storage are removed.
    ///
    /// - Parameter show: Receives the session stored in the group.
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
