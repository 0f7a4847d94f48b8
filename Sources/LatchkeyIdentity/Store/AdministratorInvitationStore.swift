public import Foundation
public import LatchkeySecrets

/// Read access to invitations of administrators.
public protocol AdministratorInvitationReading {
    /// Returns an invitation, even if it has expired.
    func invitation(_ id: Fingerprint) throws -> AdministratorInvitation?
    /// Returns the invitations sorted by their end, including expired ones.
    func invitations() throws -> [AdministratorInvitation]
}

/// Write access to invitations of administrators.
public protocol AdministratorInvitationWriting: AdministratorInvitationReading {
    /// Inserts an invitation.
    ///
    /// - Throws: ``StoreConflict`` if there is an invitation with the same id, or to the same address.
    func insert(_ invitation: AdministratorInvitation) throws
    /// Removes and returns an invitation. Works once, before it expires.
    func takeInvitation(_ id: Fingerprint, at now: Date) throws -> AdministratorInvitation?
    /// Removes an invitation, even if it has expired. Does nothing if there is none.
    func removeInvitation(_ id: Fingerprint) throws
}
