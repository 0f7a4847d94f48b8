import Foundation

/// Where the session is kept now, and what this program knows of it.
///
/// In an access group other apps write as well. What they wrote is looked at before a change, and not written over by an app that has not
/// seen it. The keychain has no lock that spans a reading and a writing: of two apps that change the session in the same instant one wins.
struct SessionPlace: Sendable {
    /// What another app of the group left there: a session, or none.
    struct Foreign {
        let session: StoredSession?
    }

    /// A session, to be recognised: new ID tokens do not make it another one.
    private struct Identity: Equatable {
        let uid: String
        let refreshToken: String

        init(_ session: StoredSession) {
            uid = session.uid
            refreshToken = session.tokens.refreshToken
        }
    }

    /// `nil` for the app's own place.
    let group: AccessGroup?
    private let storage: any SessionStorage
    /// What was read or written last.
    private var known: Identity?

    /// - Parameter session: What has just been read there.
    init(group: AccessGroup? = nil, storage: any SessionStorage, session: StoredSession? = nil) {
        self.group = group
        self.storage = storage
        adopt(session)
    }

    /// What another app of the group has done since this one looked; `nil` when all is as it was left, as it always is in the app's own place.
    ///
    /// - Throws: ``AuthErrorCode/keychainError`` when it cannot be read.
    func foreign() throws -> Foreign? {
        guard group != nil else { return nil }
        let session = try read()
        return session.map(Identity.init) == known ? nil : Foreign(session: session)
    }

    /// Counts a session that another app stored as this app's from now on.
    mutating func adopt(_ session: StoredSession?) { known = session.map(Identity.init) }

    /// The stored session; `nil` without one.
    func read() throws -> StoredSession? {
        let bytes: [UInt8]?
        do { bytes = try storage.load() } catch { throw AuthError.keychain("The session cannot be read.", error) }
        return try bytes.map { try read($0) }
    }

    /// The session that bytes of this place are. Damaged ones are set aside in the app's own place, so that the next start finds nothing.
    func read(_ bytes: [UInt8]) throws -> StoredSession {
        do {
            return try StoredSession(reading: bytes)
        } catch {
            // A newer version in another app may be able to read it, and is signed in with it.
            if group != nil { throw AuthError.keychain("The session of the access group is not understood, and stays there.", error) }
            try? storage.setAside()
            throw AuthError.keychain("The stored session is damaged and was set aside.", error)
        }
    }

    /// Stores a session, or removes what is stored, whatever it is.
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
    /// What a storage threw, behind a sentence of ours.
    static func keychain(_ reason: String, _ error: any Error) -> any Error {
        make(.keychainError, reason: "\(reason) \((error as NSError).localizedDescription)", underlying: error)
    }
}
