package import LatchkeyIdentity
import LatchkeySecrets
package import LatchkeyWeb
package import LatchkeyWire

/// `accounts:signInWithEmailLink`: signs in with the code of an email link, or adds this sign-in method to an account.
package struct SignInWithEmailLinkEndpoint: Endpoint {
    package static let name = "accounts:signInWithEmailLink"
    package static let version3Name: String? = "emailLinkSignin"
    package static let words = APIWords(
        "signInWithEmailLink", .accounts, "Signs in with the link of a mail",
        """
        Starts a session with the code of a link, which `accounts:sendOobCode` sent. The first sign-in creates the account. With \
        `idToken`, the method is added to that account. Firebase's `accounts.signInWithEmailLink`.
        """,
        required: ["email", "oobCode"],
        errors: .session + [
            .missingEmail, .invalidEmail, .missingOOBCode, .invalidOOBCode, .expiredOOBCode, .emailExists, .operationNotAllowed,
            .adminOnlyOperation, .blockingFunctionErrorResponse,
        ],
        request: #"{"email":"ada@example.org","oobCode":"code-from-the-mail"}"#,
        reply: """
            {"localId":"gC3vZ0qkVbTt5xkqZ1yH2uT8wZ12","email":"ada@example.org","isNewUser":false,"idToken":"eyJ…",
            "refreshToken":"AMf…","expiresIn":"3600"}
            """)

    let signIn: EmailLinkSignIn
    let sessions: Sessions

    package static func tenant(of input: SignInWithEmailLinkRequest) -> String? { input.tenantId }

    package func respond(to input: SignInWithEmailLinkRequest, from caller: Caller) async throws -> SignInWithEmailLinkReply {
        let email = try EmailAddress.required(input.email)
        let code = try Secret<String>.requiredCode(input.oobCode)
        if let idToken = input.idToken.unlessEmpty {
            let holder = try await sessions.check(idToken, from: caller)
            return Self.reply(try await signIn.link(code, email: email, to: holder), isNewUser: false)
        }
        let (outcome, isNewUser) = try await signIn.signIn(code, email: email, for: caller)
        return Self.reply(outcome, isNewUser: isNewUser)
    }

    private static func reply(_ outcome: SignInOutcome, isNewUser: Bool) -> SignInWithEmailLinkReply {
        switch outcome {
        case .signedIn(let tokens): return SignInWithEmailLinkReply(tokens, isNewUser: isNewUser)
        case .secondFactorNeeded(let needed):
            return SignInWithEmailLinkReply(
                email: needed.account.email?.text, localId: needed.account.id.rawValue, isNewUser: isNewUser,
                mfaPendingCredential: needed.pendingCredential.expose(), mfaInfo: needed.enrollments)
        }
    }
}

extension SignInWithEmailLinkReply {
    fileprivate init(_ tokens: IssuedTokens, isNewUser: Bool) {
        self.init(
            email: tokens.account.email?.text, localId: tokens.account.id.rawValue, isNewUser: isNewUser, idToken: tokens.idToken,
            refreshToken: tokens.refreshToken.expose(), expiresIn: String(tokens.expiresInSeconds))
    }
}
