import LatchkeyWire

/// The operation that a proof of a phone number is for, as named by the server.
enum PhoneOperation: String {
    case signIn = "SIGN_UP_OR_IN"
    case reauthenticate = "REAUTH"
    case update = "UPDATE"
    case link = "LINK"
}

extension Auth {
    /// Exchanges the proof of a phone number for tokens.
    ///
    /// - Parameter idToken: The ID token of the account that gets the number.
    /// - Throws: ``AuthErrorCode/credentialAlreadyInUse`` if the number belongs to another account, with a credential under
    ///   ``AuthErrorUserInfoUpdatedCredentialKey`` that signs in to that account without another message.
    func exchange(
        _ credential: PhoneAuthCredential, for operation: PhoneOperation, idToken: String? = nil
    ) async throws -> SignInReply {
        var request = SignInWithPhoneNumberRequest(idToken: idToken, operation: operation.rawValue, tenantId: tenantID)
        if case .temporary(let proof, let phoneNumber) = credential.proof {
            request.temporaryProof = proof
            request.phoneNumber = phoneNumber
        } else {
            let (code, verificationID) = try credential.code()
            request.code = code
            request.sessionInfo = verificationID
        }
        let reply = try await backend.call(
            .signInWithPhoneNumber, request, language: languageCode, returning: SignInWithPhoneNumberReply.self)
        if let proof = reply.temporaryProof, let phoneNumber = reply.phoneNumber {
            throw AuthError.make(
                .credentialAlreadyInUse, credential: PhoneAuthCredential(.temporary(proof, phoneNumber: phoneNumber)))
        }
        let additional = AdditionalUserInfo(providerID: PhoneAuthProviderID, isNewUser: reply.isNewUser ?? false)
        if let due = secondFactor(due: reply.mfaPendingCredential, reply.mfaInfo, after: additional) { throw due }
        return SignInReply(
            uid: reply.localId,
            tokens: try TokenSet(
                idToken: reply.idToken, refreshToken: reply.refreshToken, expiresIn: reply.expiresIn, now: now()),
            additional: additional)
    }
}

extension AuthBackend.Operation {
    fileprivate static let signInWithPhoneNumber = Self(path: "/v1/accounts:signInWithPhoneNumber")
}
