import Foundation
import LatchkeyIdentity
import LatchkeySecrets

extension MemoryTransaction {
    func session(_ id: SessionID) throws -> Session? { state.sessions.first { $0.id == id } }

    func session(withTokenKey key: Fingerprint) throws -> Session? {
        state.sessions.first { $0.refreshToken == key }
    }

    func sessions(of account: AccountID, in realm: Realm) throws -> [Session] {
        let found = state.sessions.of(account, in: realm).enumerated()
        return found.sorted { ($0.element.createdAt, $0.offset) > ($1.element.createdAt, $1.offset) }.map(\.element)
    }

    func insert(_ session: Session) throws {
        try requireOwner(of: session)
        let isTaken = state.sessions.contains { $0.id == session.id || $0.refreshToken == session.refreshToken }
        try require(!isTaken, .other, "the id or the refresh token is taken")
        state.sessions.append(session)
    }

    func touch(_ session: SessionID, at now: Date) throws {
        guard let found = state.sessions.firstIndex(where: { $0.id == session }) else { return }
        state.sessions[found].lastUsedAt = now
        let key = AccountKey(state.sessions[found].account, in: state.sessions[found].realm)
        guard let account = state.accounts[key] else { return }
        state.accounts[key]?.lastRefreshAt = now
        guard let used = state.accounts[key], used.lastUse != account.lastUse else { return }
        countUse(of: used)
    }

    func setNetworks(_ networks: [String], of session: SessionID) throws {
        guard let found = state.sessions.firstIndex(where: { $0.id == session }) else { return }
        state.sessions[found].networks = networks
    }

    func deleteSession(_ id: SessionID) throws -> Bool {
        remove(\.sessions) { $0.id == id } == 1
    }

    func deleteSessions(of account: AccountID, in realm: Realm, except kept: SessionID?) throws -> Int {
        try remove(.pendingSecondFactors, of: account, in: realm)
        return remove(\.sessions) { $0.belongs(to: account, in: realm) && $0.id != kept }
    }
}
