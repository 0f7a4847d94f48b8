import Foundation
import LatchkeyIdentity
import LatchkeySecrets

extension MemoryTransaction {
    func invitation(_ id: Fingerprint) throws -> AdministratorInvitation? { state.invitations.first { $0.id == id } }

    func invitations() throws -> [AdministratorInvitation] {
        state.invitations.sorted { ($0.expiresAt, $0.id.hex) < ($1.expiresAt, $1.id.hex) }
    }

    func insert(_ invitation: AdministratorInvitation) throws {
        let isTaken = state.invitations.contains { other in
            other.id == invitation.id || other.email != nil && other.email == invitation.email
        }
        try require(!isTaken, .other, "the id or the address is taken")
        state.invitations.append(invitation)
    }

    func takeInvitation(_ id: Fingerprint, at now: Date) throws -> AdministratorInvitation? {
        let found = state.invitations.firstIndex { $0.id == id && $0.expiresAt > now }
        return found.map { state.invitations.remove(at: $0) }
    }

    func removeInvitation(_ id: Fingerprint) throws { remove(\.invitations) { $0.id == id } }
}
