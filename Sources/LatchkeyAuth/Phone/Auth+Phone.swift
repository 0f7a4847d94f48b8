import LatchkeyWire

/// What a proof of a telephone number is for, as the server calls it.
enum PhoneOperation: String {
    case signIn = "SIGN_UP_OR_IN"
    case reauthenticate = "REAUTH"
    case update = "UPDATE"
    case link = "LINK"
}

extension Auth {
    /// Sends the proof of a telephone number.
    ///
    /// - Parameter idToken: The session whose account gets the number.
    /// - Throws: ``AuthErrorCode/credentialAlreadyInUse`` when the number belongs to another account, with a credential under
    ///   ``AuthErrorUserInfoUpdatedCredentialKey`` that signs in to it without another message.
    func exchange(
        _ credential: PhoneAuthCredential, for operation: PhoneOperation, idToken: String? = nil
    ) async throws -> SignInAnswer {
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
        return SignInAnswer(
            uid: reply.localId,
            tokens: try TokenSet(
                idToken: reply.idToken, refreshToken: reply.refreshToken, expiresIn: reply.expiresIn, now: now()),
            additional: additional)
    }
}

extension AuthBackend.Operation {
    fileprivate static let signInWithPhoneNumber = Self(path: "/v1/accounts:signInWithPhoneNumber")
}
