package import LatchkeyIdentity
import LatchkeySecrets
package import LatchkeyWeb
package import LatchkeyWire

/// `accounts:signInWithPhoneNumber`.
package struct SignInWithPhoneNumberEndpoint: Endpoint {
    package static let name = "accounts:signInWithPhoneNumber"
    package static let version3Name: String? = "verifyPhoneNumber"
    package static let words = APIWords(
        "signInWithPhoneNumber", .accounts, "Signs in with a code from a phone",
        """
        Starts a session of the account with a phone number, proved by the code of a text message or by a temporary proof. The \
        first sign-in creates the account. With `idToken`, the number is added to that account. Firebase's \
        `accounts.signInWithPhoneNumber`.
        """,
        errors: .session + [
            .missingSessionInfo, .invalidSessionInfo, .sessionExpired, .missingCode, .invalidCode, .missingPhoneNumber, .invalidPhoneNumber,
            .invalidTemporaryProof, .phoneNumberExists, .operationNotAllowed, .adminOnlyOperation, .unsupportedTenantOperation,
            .blockingFunctionErrorResponse,
        ],
        request: #"{"sessionInfo":"session-of-the-code","code":"123456"}"#,
        reply: """
            {"localId":"gC3vZ0qkVbTt5xkqZ1yH2uT8wZ12","phoneNumber":"+15555550100","isNewUser":true,"idToken":"eyJ…",
            "refreshToken":"AMf…","expiresIn":"3600"}
            """)

    let sessions: Sessions
    let signIn: PhoneSignIn

    package static func tenant(of input: SignInWithPhoneNumberRequest) -> String? { input.tenantId }

    package func respond(to input: SignInWithPhoneNumberRequest, from caller: Caller) async throws -> SignInWithPhoneNumberReply {
        let proof = try input.proof()
        let purpose: PhoneSignIn.Purpose =
            if let idToken = input.idToken.unlessEmpty {
                .link(try await sessions.check(idToken, from: caller))
            } else if input.operation == "REAUTH" {
                .reauthenticate(caller)
            } else {
                .signIn(caller)
            }
        switch try await signIn.finish(proof, for: purpose) {
        case .signedIn(let tokens, let number, let isNewUser):
            return SignInWithPhoneNumberReply(
                idToken: tokens.idToken, refreshToken: tokens.refreshToken.expose(), expiresIn: String(tokens.expiresInSeconds),
                localId: tokens.account.id.rawValue, isNewUser: isNewUser, phoneNumber: number.text)
        case .secondFactorNeeded(let needed):
            return SignInWithPhoneNumberReply(
                localId: needed.account.id.rawValue, mfaPendingCredential: needed.pendingCredential.expose(), mfaInfo: needed.enrollments)
        case .takenByAnother(let number, let proof):
            return SignInWithPhoneNumberReply(
                phoneNumber: number.text, temporaryProof: proof.expose(),
                temporaryProofExpiresIn: String(PhoneProof.lifetimeSeconds))
        }
    }
}

extension SignInWithPhoneNumberRequest {
    /// - Throws: ``SignInError``: `MISSING_PHONE_NUMBER`, `MISSING_SESSION_INFO`, `MISSING_CODE`, `INVALID_PHONE_NUMBER`.
    package func proof() throws -> PhoneSignIn.Proof {
        if let temporaryProof = temporaryProof.unlessEmpty {
            guard let text = phoneNumber.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_PHONE_NUMBER")) }
            return .temporaryProof(temporaryProof, of: try .required(text))
        }
        guard let sessionInfo = sessionInfo.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_SESSION_INFO")) }
        guard let code = code.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_CODE")) }
        return .code(code, sessionInfo: sessionInfo)
    }
}
