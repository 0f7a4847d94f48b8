// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

extension Auth {
    /// Makes the account that the storage keeps the current one, without telling anybody; nobody, when there is none.
    func restore() {
        let restored: Result<StoredSession?, any Error> = Result { try keeper.load() }
        let session = try? restored.get().map { SignedInAccount($0, tokens: backend.tokens($0.tokens, now: now)) }
        state.withLock { state in
            state.current = session
            state.sessionRestoreError = if case .failure(let error) = restored { error } else { nil }
        }
    }

    /// Writes an account down, then makes it the current one and tells everybody: a sign-in that fails changes nothing.
    func become(_ session: SignedInAccount) throws {
        try keeper.change { write in
            try write(session.stored)
            show(session)
        }
    }

    /// Makes nobody the current account; even when the stored session cannot be removed.
    func becomeNobody() throws {
        try keeper.change { write in
            show(nil)
            try write(nil)
        }
    }

    /// Writes down an account whose tokens or data changed, if it is the current one, and tells everybody.
    func changed(_ session: SignedInAccount) throws {
        try keeper.change { write in
            guard state.withLock({ $0.current === session }) else { return }
            show(session)
            try write(session.stored)
        }
    }

    /// Signs an account out, if it is the current one.
    func signOut(_ session: SignedInAccount) throws {
        if state.withLock({ $0.current === session }) { try signOut() }
    }

    /// Signs an account out after a failure that means the end of its session.
    func endSession(_ session: SignedInAccount, after error: any Error) {
        switch error.authErrorCode {
        case .userNotFound, .userDisabled, .invalidUserToken, .userTokenExpired:
            // The caller is told the failure itself; a session that cannot be removed is refused by the server anyway.
            try? signOut(session)
        default: break
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
