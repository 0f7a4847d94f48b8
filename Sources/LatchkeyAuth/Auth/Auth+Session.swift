// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

extension Auth {
    /// Makes an account the current one, or none, tells everybody and writes it down.
    func become(_ session: SignedInAccount?) throws {
        let user = session?.user(of: self)
        state.withLock {
            $0.current = session
            $0.observers.tell(user)
        }
        try save()
    }

    /// Writes down an account whose tokens or data changed, if it is the current one, and tells everybody.
    func changed(_ session: SignedInAccount) throws {
        let user = session.user(of: self)
        let isCurrent = state.withLock {
            guard $0.current === session else { return false }
            $0.observers.tell(user)
            return true
        }
        if isCurrent { try save() }
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

    private func save() throws {
        try keeper.save { state.withLock { $0.current }?.stored }
    }
}
