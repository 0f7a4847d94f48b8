import Foundation

/// The current location of the session, and the last known contents.
///
/// Other apps write to an access group as well. The contents are read before each change, so that an app does not overwrite a session
/// that it has not seen. The keychain has no lock that spans a read and a write: if two apps change the session at the same moment,
/// one of them wins.
struct SessionPlace: Sendable {
    /// The contents of the group after a change by another app: a session or none.
    struct Foreign {
        let session: StoredSession?
    }

    /// The identity of a session. New ID tokens do not change it.
    private struct Identity: Equatable {
        let uid: String
        let refreshToken: String

        init(_ session: StoredSession) {
            uid = session.uid
            refreshToken = session.tokens.refreshToken
        }
    }

    /// The access group; `nil` for the app's own storage.
    let group: AccessGroup?
    private let storage: any SessionStorage
    /// The identity of the session that was last read or written.
    private var known: Identity?

    /// Creates a location.
    ///
    /// - Parameter session: The session that was just read from it.
    init(group: AccessGroup? = nil, storage: any SessionStorage, session: StoredSession? = nil) {
        self.group = group
        self.storage = storage
        adopt(session)
    }

    /// Returns the contents if another app has changed them since they were last read or written; otherwise `nil`.
    ///
    /// In the app's own storage the result is always `nil`.
    ///
    /// - Throws: ``AuthErrorCode/keychainError`` if the contents cannot be read.
    func foreign() throws -> Foreign? {
        guard group != nil else { return nil }
        let session = try read()
        return session.map(Identity.init) == known ? nil : Foreign(session: session)
    }

    /// Records a session of another app as known.
    mutating func adopt(_ session: StoredSession?) { known = session.map(Identity.init) }

    /// Returns the stored session; `nil` if there is none.
    func read() throws -> StoredSession? {
        let bytes: [UInt8]?
        do { bytes = try storage.load() } catch { throw AuthError.keychain("The session cannot be read.", error) }
        return try bytes.map { try read($0) }
    }

    /// Decodes a stored session. In the app's own storage, damaged data is set aside, so that the next start finds no session.
    func read(_ bytes: [UInt8]) throws -> StoredSession {
        do {
            return try StoredSession(reading: bytes)
        } catch {
            // A newer version in another app may be able to read this session and still use it.
            if group != nil { throw AuthError.keychain("The session in the access group cannot be decoded and was kept.", error) }
            try? storage.setAside()
            throw AuthError.keychain("The stored session is damaged and was set aside.", error)
        }
    }

    /// Stores a session, or removes the stored one.
    mutating func write(_ session: StoredSession?) throws {
        do {
            if let session {
                try storage.save(try session.written())
            } else {
                try storage.remove()
            }
        } catch {
            throw AuthError.keychain("The session cannot be stored or removed.", error)
        }
        adopt(session)
    }
}

extension AuthError {
    /// Creates an error from the error of a storage, with a sentence of this module in front.
    static func keychain(_ reason: String, _ error: any Error) -> any Error {
        make(.keychainError, reason: "\(reason) \((error as NSError).localizedDescription)", underlying: error)
    }
}
