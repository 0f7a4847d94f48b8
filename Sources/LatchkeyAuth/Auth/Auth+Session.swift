import Synchronization

extension Auth {
    /// Makes the account that the storage keeps the current one, without telling anybody; nobody, when there is none.
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

    /// Writes an account down, then makes it the current one and tells everybody: a sign-in that fails changes nothing.
    func become(_ session: SignedInAccount) throws {
        try keeper.change { place in
            try place.write(session.stored)
            show(session)
        }
    }

    /// Makes nobody the current account; even when the stored session cannot be removed. One of another person, who signed in in another
    /// app of the access group, stays there.
    func becomeNobody() throws {
        try keeper.change { place in
            let uid = state.withLock { $0.current?.uid }
            show(nil)
            if let foreign = try place.foreign(), foreign.session?.uid != uid { return }
            try place.write(nil)
        }
    }

    /// Writes down an account whose tokens or data changed, if it is the current one, and tells everybody. Where another app of the access
    /// group changed the session, that one counts.
    ///
    /// - Parameter hasNewTokens: It has those of a sign-in or a change that the person made just now, which are newer than all others that the
    ///   account has.
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

    /// Signs an account out, if it is the current one.
    func signOut(_ session: SignedInAccount) throws {
        if isCurrent(session) { try signOut() }
    }

    /// Signs an account out after a failure that means the end of its session, unless another app of the access group has a newer one.
    func endSession(_ session: SignedInAccount, after error: any Error) {
        switch error.authErrorCode {
        case .userNotFound, .userDisabled, .invalidUserToken, .userTokenExpired:
            // The caller is told the failure itself; a session that cannot be removed is refused by the server anyway.
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

    /// Makes what another app of the access group stored the current session. The app keeps its user where it is the same account.
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
