import LatchkeyWire

/// A passkey of an account.
public struct PasskeyInfo: Sendable, Hashable {
    /// The ID of the credential, in Base64 for URLs without padding.
    public let credentialID: String
    /// The name that the user or the device gave the passkey.
    public let name: String?
}

extension User {
    /// The passkeys of the account, as of the server's last response. Passkeys are created on the server's pages, such as `/account`.
    public var enrolledPasskeys: [PasskeyInfo] {
        (session.account.passkeyInfo ?? []).compactMap { info in
            guard let id = info.credentialId, !id.isEmpty else { return nil }
            return PasskeyInfo(credentialID: id, name: info.name)
        }
    }

    /// Removes a passkey. Requires a recent sign-in, and ends the other sessions of the account.
    ///
    /// A passkey that the account does not have is ignored.
    ///
    /// - Throws: ``AuthErrorCode/operationNotAllowed`` if it is the last way to sign in to the account, ``AuthErrorCode/requiresRecentLogin``.
    public func unenrollPasskey(withCredentialID credentialID: String) async throws {
        try await update { idToken in
            var request = UpdateRequest(idToken: idToken, returnSecureToken: true)
            request.deletePasskey = [credentialID]
            return request
        }
    }

    /// The variant of ``unenrollPasskey(withCredentialID:)`` with a completion handler, which is called on the main actor.
    public func unenrollPasskey(withCredentialID credentialID: String, completion: (@MainActor ((any Error)?) -> Void)?) {
        deliver(to: completion) { try await self.unenrollPasskey(withCredentialID: credentialID) }
    }
}
