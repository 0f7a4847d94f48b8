import LatchkeyWire
import Synchronization

/// A sign-in method, for the other clients of this package.
package enum SignInWay: Sendable {
    case credential(AuthCredential)
    case password(email: String, password: String)
    case newAccount(email: String, password: String)
    case customToken(String)
    case anonymous
}

/// A sign-in that the server has accepted but that has not taken effect.
package struct PreparedSignIn: Sendable {
    let reply: SignInReply

    /// The uid of the account, if the server's response contains it.
    package var uid: String? { reply.uid }
    /// The credential that the provider supplied.
    package var credential: AuthCredential? { reply.credential }
    package var additionalUserInfo: AdditionalUserInfo? { reply.additional }
}

/// A prepared sign-in with its account. It can take effect without another request.
package struct CompletedSignIn: Sendable {
    package let prepared: PreparedSignIn
    let session: StoredSession

    package var uid: String { session.account.localId ?? "" }
}

/// The identity of a session, or of the signed-out state.
package struct SessionHandle: Sendable, Equatable {
    let account: SignedInAccount?

    /// Whether no user is signed in.
    package var isNobody: Bool { account == nil }

    package static func == (left: Self, right: Self) -> Bool { left.account === right.account }
}

// Clients of the earlier generations must know the result of a sign-in before it takes effect, because another one may have started.
extension Auth {
    /// Sends a sign-in to the server without changing the current user.
    package func prepare(_ way: SignInWay) async throws -> PreparedSignIn {
        let reply: SignInReply
        switch way {
        case .credential(let credential): reply = try await exchange(credential)
        case .password(let email, let password): reply = try await signIn(email: email, password: password)
        case .newAccount(let email, let password): reply = try await signUp(email: email, password: password)
        case .customToken(let token): reply = try await signIn(customToken: token)
        case .anonymous: reply = try await signUp()
        }
        return PreparedSignIn(reply: reply)
    }

    /// Looks up the account of a prepared sign-in.
    package func complete(_ prepared: PreparedSignIn) async throws -> CompletedSignIn {
        CompletedSignIn(prepared: prepared, session: try await session(for: prepared.reply))
    }

    /// Makes a completed sign-in the current session.
    package func commit(_ completed: CompletedSignIn) throws -> SessionHandle {
        SessionHandle(account: try become(completed.session, with: completed.prepared.credential))
    }

    package var sessionHandle: SessionHandle { SessionHandle(account: state.withLock { $0.current }) }

    /// Undoes a sign-in and restores the previous session. Does nothing if another session is current by now.
    package func takeBack(_ handle: SessionHandle, for former: SessionHandle) throws {
        guard sessionHandle == handle else { return }
        if let account = former.account { try become(account) } else { try becomeNobody() }
    }

    /// Sets the password of an account that was signed in only for this change.
    package func changePassword(of prepared: PreparedSignIn, to password: String) async throws {
        let request = UpdateRequest(idToken: prepared.reply.tokens.idToken, password: password, returnSecureToken: false)
        _ = try await backend.call(.update, request, returning: UpdateReply.self)
    }

    /// Sets the email address of an account that was signed in only for this change.
    package func changeEmail(of prepared: PreparedSignIn, to email: String) async throws {
        let request = UpdateRequest(idToken: prepared.reply.tokens.idToken, email: email, returnSecureToken: false)
        _ = try await backend.call(.update, request, returning: UpdateReply.self)
    }

    /// Deletes an account that was signed in only for this purpose.
    package func delete(_ prepared: PreparedSignIn) async throws {
        let request = DeleteRequest(idToken: prepared.reply.tokens.idToken, localId: prepared.uid)
        _ = try await backend.call(.delete, request, returning: DeleteReply.self)
        if let uid = prepared.uid, let current = state.withLock({ $0.current }), current.uid == uid { try signOut(current) }
    }

    /// Stores a note with a session, unless another session is current by now.
    package func setSessionNote(_ note: String, of handle: SessionHandle) throws {
        guard let account = handle.account, sessionHandle == handle else { return }
        account.note = note
        try changed(account)
    }

    /// Returns the text that the device's system exchanges at Twitter for a token of the project's application.
    package func reverseAuth(providerID: String) async throws -> String {
        let request = ReverseAuthRequest(providerId: providerID, tenantId: tenantID)
        let reply = try await backend.call(.reverseAuth, request, returning: ReverseAuthReply.self)
        guard let text = reply.oauth, !text.isEmpty else {
            throw AuthError.make(.internalError, reason: "The server's response lacks the text for reverse auth.")
        }
        return text
    }
}
