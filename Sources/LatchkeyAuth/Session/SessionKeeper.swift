// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Reads and writes the stored session, one call after the other, in the app's own place or in one that several apps share.
final class SessionKeeper: Sendable {
    private struct Place {
        var group: AccessGroup?
        var storage: any SessionStorage
    }

    /// The app's own place. While a group is used, it holds which one.
    let storage: any SessionStorage
    private let place: Mutex<Place>

    init(storage: any SessionStorage) {
        self.storage = storage
        place = Mutex(Place(storage: storage))
    }

    /// The group that the session is shared with; `nil` for the app's own place.
    var accessGroup: AccessGroup? { place.withLock { $0.group } }

    /// The stored session, in the group that was used last; `nil` without one.
    ///
    /// - Throws: ``AuthErrorCode/keychainError`` when it cannot be read. A damaged one is set aside first, so that the next
    ///   start finds nothing.
    func load() throws -> StoredSession? {
        try place.withLock { place in
            guard let bytes = try Self.bytes(in: storage) else { return nil }
            guard let group = AccessGroup(reading: bytes) else { return try Self.session(in: storage, bytes) }
            place = Place(group: group, storage: try Self.storage(of: group, beside: storage))
            return try Self.session(in: place.storage)
        }
    }

    /// The session that is stored in a group, or in the app's own place, whichever is used.
    func session(in group: AccessGroup?) throws -> StoredSession? {
        try place.withLock { _ in try stored(in: group) }
    }

    /// Changes who is signed in and writes it down, with no other change in between.
    ///
    /// - Parameter change: Gets a function that writes a session, or removes it, and throws
    ///   ``AuthErrorCode/keychainError``.
    func change(_ change: (_ write: (StoredSession?) throws -> Void) throws -> Void) throws {
        try place.withLock { place in
            let storage = place.storage
            try change { session in
                do {
                    if let session {
                        try storage.save(try session.written())
                    } else {
                        try storage.remove()
                    }
                } catch {
                    throw Self.failure("The session cannot be stored or removed.", error)
                }
            }
        }
    }

    /// Uses another group from now on, in the next run as well. What the app's own place held is gone then.
    ///
    /// - Parameter show: Gets the session that is stored in the group.
    func use(_ group: AccessGroup?, _ show: (StoredSession?) -> Void) throws {
        try place.withLock { place in
            guard group != place.group else { return }
            let other = try group.map { try Self.storage(of: $0, beside: storage) } ?? storage
            let session = try stored(in: group)
            do {
                if let group { try storage.save(try group.written()) } else { try storage.remove() }
            } catch {
                throw Self.failure("The access group cannot be stored.", error)
            }
            place = Place(group: group, storage: other)
            show(session)
        }
    }

    private func stored(in group: AccessGroup?) throws -> StoredSession? {
        if let group { return try Self.session(in: try Self.storage(of: group, beside: storage)) }
        guard let bytes = try Self.bytes(in: storage), AccessGroup(reading: bytes) == nil else { return nil }
        return try Self.session(in: storage, bytes)
    }

    private static func session(in storage: any SessionStorage) throws -> StoredSession? {
        try bytes(in: storage).map { try session(in: storage, $0) }
    }

    private static func session(in storage: any SessionStorage, _ bytes: [UInt8]) throws -> StoredSession {
        do {
            return try StoredSession(reading: bytes)
        } catch {
            try? storage.setAside()
            throw failure("The stored session is damaged and was set aside.", error)
        }
    }

    private static func bytes(in storage: any SessionStorage) throws -> [UInt8]? {
        do { return try storage.load() } catch { throw failure("The session cannot be read.", error) }
    }

    private static func storage(of group: AccessGroup, beside storage: any SessionStorage) throws -> any SessionStorage {
        do {
            return try storage.storage(inAccessGroup: group.name, isSynchronized: group.isSynchronized)
        } catch {
            throw error.authErrorCode == .keychainError ? error : failure("The access group cannot be used.", error)
        }
    }

    private static func failure(_ reason: String, _ error: any Error) -> any Error {
        AuthError.make(.keychainError, reason: "\(reason) \((error as NSError).localizedDescription)", underlying: error)
    }
}
