import LatchkeyWire
import Synchronization

/// A way to sign in, for the other clients of this package.
package enum SignInWay: Sendable {
    case credential(AuthCredential)
    case password(email: String, password: String)
    case newAccount(email: String, password: String)
    case customToken(String)
    case anonymous
}

/// A sign-in that the server has answered, and of which nobody knows yet.
package struct PreparedSignIn: Sendable {
    let answer: SignInAnswer

    /// The account's uid, where the answer names it.
    package var uid: String? { answer.uid }
    /// What the provider gave.
    package var credential: AuthCredential? { answer.credential }
    package var additionalUserInfo: AdditionalUserInfo? { answer.additional }
}

/// A prepared sign-in with its account: nothing more has to be asked to make it the current one.
package struct CompletedSignIn: Sendable {
    package let prepared: PreparedSignIn
    let session: StoredSession

    /// The account's uid.
    package var uid: String { session.account.localId ?? "" }
}

/// One session, to be recognised; or none.
package struct SessionHandle: Sendable, Equatable {
    let account: SignedInAccount?

    /// Whether there is nobody.
    package var isNobody: Bool { account == nil }

    package static func == (left: Self, right: Self) -> Bool { left.account === right.account }
}

// Clients of the earlier generations have to know how a sign-in ended before it takes effect: another one may have begun meanwhile.
extension Auth {
    /// Asks the server, and changes nothing here.
    package func prepare(_ way: SignInWay) async throws -> PreparedSignIn {
        let answer: SignInAnswer
        switch way {
        case .credential(let credential): answer = try await exchange(credential)
        case .password(let email, let password): answer = try await signIn(email: email, password: password)
        case .newAccount(let email, let password): answer = try await signUp(email: email, password: password)
        case .customToken(let token): answer = try await signIn(customToken: token)
        case .anonymous: answer = try await signUp()
        }
        return PreparedSignIn(answer: answer)
    }

    /// Asks for the account of a prepared sign-in.
    package func complete(_ prepared: PreparedSignIn) async throws -> CompletedSignIn {
        CompletedSignIn(prepared: prepared, session: try await session(for: prepared.answer))
    }

    /// Makes a sign-in the current one.
    package func commit(_ completed: CompletedSignIn) throws -> SessionHandle {
        SessionHandle(account: try become(completed.session, with: completed.prepared.credential))
    }

    /// Whoever is signed in.
    package var sessionHandle: SessionHandle { SessionHandle(account: state.withLock { $0.current }) }

    /// Takes a sign-in back: whoever was signed in before is again. Nothing happens where somebody else is by now.
    package func takeBack(_ handle: SessionHandle, for former: SessionHandle) throws {
        guard sessionHandle == handle else { return }
        if let account = former.account { try become(account) } else { try becomeNobody() }
    }

    /// Sets the password of an account that signed in for that alone.
    package func changePassword(of prepared: PreparedSignIn, to password: String) async throws {
        let request = UpdateRequest(idToken: prepared.answer.tokens.idToken, password: password, returnSecureToken: false)
        _ = try await backend.call(.update, request, returning: UpdateReply.self)
    }

    /// Sets the address of an account that signed in for that alone.
    package func changeEmail(of prepared: PreparedSignIn, to email: String) async throws {
        let request = UpdateRequest(idToken: prepared.answer.tokens.idToken, email: email, returnSecureToken: false)
        _ = try await backend.call(.update, request, returning: UpdateReply.self)
    }

    /// Deletes an account that signed in for that alone.
    package func delete(_ prepared: PreparedSignIn) async throws {
        let request = DeleteRequest(idToken: prepared.answer.tokens.idToken, localId: prepared.uid)
        _ = try await backend.call(.delete, request, returning: DeleteReply.self)
        if let uid = prepared.uid, let current = state.withLock({ $0.current }), current.uid == uid { try signOut(current) }
    }

    /// Keeps a note with a session, unless another one is the current one by now.
    package func setSessionNote(_ note: String, of handle: SessionHandle) throws {
        guard let account = handle.account, sessionHandle == handle else { return }
        account.note = note
        try changed(account)
    }

    /// The text that a device's system has Twitter trade for a token of the project's application.
    package func reverseAuth(providerID: String) async throws -> String {
        let request = ReverseAuthRequest(providerId: providerID, tenantId: tenantID)
        let reply = try await backend.call(.reverseAuth, request, returning: ReverseAuthReply.self)
        guard let text = reply.oauth, !text.isEmpty else {
            throw AuthError.make(.internalError, reason: "The server gave no text for reverse auth.")
        }
        return text
    }
}
