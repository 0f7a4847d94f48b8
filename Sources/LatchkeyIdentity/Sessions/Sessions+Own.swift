package import Foundation

/// The sessions that a user ends.
package enum EndedSessions: Sendable, Equatable {
    /// The session of the request.
    case own
    /// A session of the user's account, which may be the session of the request.
    case one(SessionID)
    /// All sessions of the account except the session of the request.
    case others
}

/// The sessions of an account, for its own holder.
extension Sessions {
    /// The maximum number of sessions in a list.
    package static let maxListed = 100

    /// Returns the sessions that have not ended, the last used first.
    package func own(of holder: SignedInCaller) async throws -> [Session] {
        let all = try await store.read { try $0.sessions(of: holder.account.id, in: holder.account.realm) }
        return all.running(at: now())
    }

    /// Ends sessions of the caller's account. A session that has already ended, or belongs to another account, is ignored.
    ///
    /// - Throws: ``SignInError`` if the caller's session has ended.
    package func end(_ ended: EndedSessions, of holder: SignedInCaller) async throws {
        let instant = now().inWholeMilliseconds
        try await store.write { transaction in
            let account = try self.account(of: holder, in: transaction)
            var id: SessionID?
            switch ended {
            case .own: id = holder.session.id
            case .one(let session): id = session
            case .others:
                guard try transaction.endSessions(of: account.id, for: holder.caller, except: holder.session.id) > 0 else { return }
            }
            if let id, try !transaction.deleteSession(id, of: account.id, in: account.realm) { return }
            let scribe = EventScribe(
                transaction: transaction, caller: holder.caller, method: nil, at: instant, actor: account.id.rawValue)
            try scribe.write(.revoke, .allowed, subject: account.id, session: id)
        }
    }
}

extension [Session] {
    /// Returns the sessions that have not ended, the last used first.
    package func running(at instant: Date) -> [Session] {
        filter { !$0.isOver(at: instant) }.sorted { $0.lastUsedAt > $1.lastUsedAt }
    }
}

extension StoreWriting {
    /// Deletes a session if it belongs to an account.
    ///
    /// - Returns: Whether the session was deleted.
    func deleteSession(_ id: SessionID, of account: AccountID, in realm: Realm) throws -> Bool {
        guard let session = try session(id), session.account == account, session.realm == realm else { return false }
        return try deleteSession(id)
    }
}
