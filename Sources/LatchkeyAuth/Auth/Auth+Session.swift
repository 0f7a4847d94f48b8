import Synchronization

extension Auth {
    /// Restores the stored session as the current one, or none if there is none, without notifying observers.
    func restore() {
        let restored: Result<StoredSession?, any Error> = Result { try keeper.load() }
        let group = keeper.accessGroup
        let session = try? restored.get().map { SignedInAccount($0, tokens: backend.tokens($0.tokens, now: now)) }
        state.withLock { state in
            state.current = session
            state.sessionRestoreError = if case .failure(let error) = restored { error } else { nil }
            if let group { state.sharesAcrossDevices = group.isSynchronized }
        }
    }

    /// Stores a session, then makes it the current one and notifies observers. A failure changes nothing.
    func become(_ session: SignedInAccount) throws {
        try keeper.change { place in
            try place.write(session.stored)
            show(session)
        }
    }

    /// Signs out, even if the stored session cannot be removed. If another user signed in with another app of the access
    /// group, that session stays stored.
    func becomeNobody() throws {
        try keeper.change { place in
            let uid = state.withLock { $0.current?.uid }
            show(nil)
            if let foreign = try place.foreign(), foreign.session?.uid != uid { return }
            try place.write(nil)
        }
    }

    /// Stores the session of a changed account, if it is the current one, and notifies observers. If another app of the access group
    /// changed the session, that change takes precedence.
    ///
    /// - Parameter hasNewTokens: Whether the tokens are those of a sign-in or change that the user has just made. These are newer than all
    ///   other tokens of the account.
    func changed(_ session: SignedInAccount, hasNewTokens: Bool = false) throws {
        try keeper.change { place in
            guard isCurrent(session) else { return }
            if let foreign = try place.foreign(), !hasNewTokens || foreign.session?.uid != session.uid {
                return adopt(foreign.session, in: &place)
            }
            show(session)
            try place.write(session.stored)
        }
    }

    /// Signs out if a session is the current one.
    func signOut(_ session: SignedInAccount) throws {
        if isCurrent(session) { try signOut() }
    }

    /// Signs out after an error that means the session is over, unless another app of the access group has stored a newer session.
    func endSession(_ session: SignedInAccount, after error: any Error) {
        switch error.authErrorCode {
        case .userNotFound, .userDisabled, .invalidUserToken, .userTokenExpired:
            // The caller throws the original error. If the stored session cannot be removed, the server rejects it anyway.
            try? keeper.change { place in
                guard isCurrent(session) else { return }
                if let foreign = try place.foreign() { return adopt(foreign.session, in: &place) }
                state.withLock { $0.conflicts.forgetAll() }
                show(nil)
                try place.write(nil)
            }
        default: break
        }
    }

    private func isCurrent(_ session: SignedInAccount) -> Bool { state.withLock { $0.current === session } }

    /// Makes the session that another app of the access group stored the current one. For the same account, the app's `User` is kept.
    private func adopt(_ stored: StoredSession?, in place: inout SessionPlace) {
        place.adopt(stored)
        guard let stored else { return show(nil) }
        if let current = state.withLock({ $0.current }), current.uid == stored.uid {
            current.adopt(stored)
            show(current)
        } else {
            show(SignedInAccount(stored, tokens: backend.tokens(stored.tokens, now: now)))
        }
    }

    func show(_ session: SignedInAccount?) {
        let user = session?.user(of: self)
        state.withLock {
            $0.current = session
            $0.sessionRestoreError = nil
            $0.observers.tell(user)
        }
    }
}
