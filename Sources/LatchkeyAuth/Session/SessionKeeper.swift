// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Reads and writes the stored session, one call after the other.
final class SessionKeeper: Sendable {
    let storage: any SessionStorage
    private let order = Mutex(())

    init(storage: any SessionStorage) {
        self.storage = storage
    }

    /// The stored session; `nil` without one.
    ///
    /// - Throws: ``AuthErrorCode/keychainError`` when it cannot be read. A damaged one is set aside first, so that the next
    ///   start finds nothing.
    func load() throws -> StoredSession? {
        try order.withLock { _ in
            let bytes: [UInt8]?
            do { bytes = try storage.load() } catch { throw Self.failure("The session cannot be read.", error) }
            guard let bytes else { return nil }
            do {
                return try StoredSession(reading: bytes)
            } catch {
                try? storage.setAside()
                throw Self.failure("The stored session is damaged and was set aside.", error)
            }
        }
    }

    /// Changes who is signed in and writes it down, with no other change in between.
    ///
    /// - Parameter change: Gets a function that writes a session, or removes it, and throws
    ///   ``AuthErrorCode/keychainError``.
    func change(_ change: (_ write: (StoredSession?) throws -> Void) throws -> Void) throws {
        try order.withLock { _ in
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

    private static func failure(_ reason: String, _ error: any Error) -> any Error {
        AuthError.make(.keychainError, reason: "\(reason) \((error as NSError).localizedDescription)", underlying: error)
    }
}
