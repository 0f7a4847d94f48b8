import Foundation

/// The sessions of an account, for its own holder.
extension Sessions {
    /// Returns the sessions that have not ended, the last used first.
    package func own(of holder: SignedInCaller) async throws -> [Session] {
        let instant = now()
        let all = try await store.read { try $0.sessions(of: holder.account.id, in: holder.account.realm) }
        return all.filter { !$0.isOver(at: instant) }.sorted { $0.lastUsedAt > $1.lastUsedAt }
    }

    /// Ends a session of the caller's account, or all except the caller's own. A session that has already ended is ignored.
    ///
    /// - Parameter id: The session; `nil` for all others.
    /// - Throws: ``SignInError`` if the caller's session has ended.
    package func end(_ id: SessionID?, of holder: SignedInCaller) async throws {
        let instant = now().inWholeMilliseconds
        try await store.write { transaction in
            let account = try self.account(of: holder, in: transaction)
            if let id {
                let present = try transaction.sessions(of: account.id, in: account.realm)
                guard id != holder.session.id, present.contains(where: { $0.id == id }) else { return }
                _ = try transaction.deleteSession(id)
            } else {
                try transaction.endSessions(of: account.id, for: holder.caller, except: holder.session.id)
            }
            let scribe = EventScribe(
                transaction: transaction, caller: holder.caller, method: nil, at: instant, actor: account.id.rawValue)
            try scribe.write(.revoke, .allowed, subject: account.id, session: id)
        }
    }
}
