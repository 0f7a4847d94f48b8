package import LatchkeyIdentity
import LatchkeySecrets
package import LatchkeyWeb
package import LatchkeyWire

/// `accounts:signInWithPassword`.
package struct SignInWithPasswordEndpoint: Endpoint {
    package static let name = "accounts:signInWithPassword"
    package static let version3Name: String? = "verifyPassword"
    package static let words = APIWords(
        "signInWithPassword", .accounts, "Signs in with a password",
        """
        Starts a session of the account with an email address and a password. If the account has a second factor, the response \
        contains `mfaPendingCredential` instead of tokens. With enumeration protection, one error stands for a wrong address and \
        a wrong password. Firebase's `accounts.signInWithPassword`.
        """,
        required: ["email", "password"],
        errors: [
            .missingEmail, .invalidEmail, .missingPassword, .invalidLoginCredentials, .emailNotFound, .invalidPassword,
            .passwordLoginDisabled, .passwordDoesNotMeetRequirements, .userDisabled, .operationNotAllowed,
            .blockingFunctionErrorResponse,
        ],
        request: #"{"email":"ada@example.org","password":"lovelace1","returnSecureToken":true}"#,
        reply: """
            {"kind":"identitytoolkit#VerifyPasswordResponse","registered":true,"localId":"gC3vZ0qkVbTt5xkqZ1yH2uT8wZ12",
            "email":"ada@example.org","idToken":"eyJ…","refreshToken":"AMf…","expiresIn":"3600"}
            """)

    let signIn: PasswordSignIn

    package static func tenant(of input: SignInWithPasswordRequest) -> String? { input.tenantId }

    package func respond(to input: SignInWithPasswordRequest, from caller: Caller) async throws -> SignInWithPasswordReply {
        guard caller.project.settings.passwordSignIn else { throw SignInError(.passwordLoginDisabled) }
        let email = try EmailAddress.required(input.email)
        guard let password = input.password, !password.isEmpty else { throw SignInError(.missingPassword) }
        switch try await signIn.signIn(email: email, password: Secret(password), caller: caller) {
        case .signedIn(let tokens):
            return SignInWithPasswordReply(
                registered: true, localId: tokens.account.id.rawValue, email: tokens.account.email?.text,
                displayName: tokens.account.displayName, profilePicture: tokens.account.photoURL, idToken: tokens.idToken,
                refreshToken: tokens.refreshToken.expose(), expiresIn: String(tokens.expiresInSeconds))
        case .secondFactorNeeded(let needed):
            return SignInWithPasswordReply(
                registered: true, localId: needed.account.id.rawValue, email: needed.account.email?.text,
                displayName: needed.account.displayName, profilePicture: needed.account.photoURL,
                mfaPendingCredential: needed.pendingCredential.expose(), mfaInfo: needed.enrollments)
        }
    }
}
