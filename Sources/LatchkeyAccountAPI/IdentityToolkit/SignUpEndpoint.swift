package import LatchkeyIdentity
import LatchkeySecrets
package import LatchkeyWeb
package import LatchkeyWire

/// `accounts:signUp`: creates an account, or adds an email address and password to an existing one.
package struct SignUpEndpoint: Endpoint {
    package static let name = "accounts:signUp"
    package static let version3Name: String? = "signupNewUser"
    package static let words = APIWords(
        "signUp", .accounts, "Creates an account",
        """
        Creates an account with an email address and a password, and starts a session. Without both, the account is anonymous. \
        With `idToken`, the address and the password are added to that account. The ID token is valid for the seconds in \
        `expiresIn`. Firebase's `accounts.signUp`.
        """,
        errors: .session + [
            .emailExists, .invalidEmail, .missingEmail, .missingPassword, .weakPassword, .passwordDoesNotMeetRequirements,
            .operationNotAllowed, .adminOnlyOperation, .unexpectedParameter, .blockingFunctionErrorResponse,
        ],
        request: #"{"email":"ada@example.org","password":"lovelace1","returnSecureToken":true}"#,
        reply: """
            {"kind":"identitytoolkit#SignupNewUserResponse","localId":"gC3vZ0qkVbTt5xkqZ1yH2uT8wZ12","email":"ada@example.org",
            "idToken":"eyJ…","refreshToken":"AMf…","expiresIn":"3600"}
            """)

    let signUp: SignUp
    let sessions: Sessions

    package static func tenant(of input: SignUpRequest) -> String? { input.tenantId }

    package func respond(to input: SignUpRequest, from caller: Caller) async throws -> SignUpReply {
        if input.localId.unlessEmpty != nil {
            // Only administrators can choose uids.
            throw SignInError(.init(rawValue: "UNEXPECTED_PARAMETER"), message: "User ID")
        }
        let tokens: IssuedTokens
        if let idToken = input.idToken.unlessEmpty {
            let holder = try await sessions.check(idToken, from: caller)
            // In an emulator, the request sets the name, as when it creates an account.
            let name: AccountEdit.Change? = caller.project.policies.linkingIsSignIn ? input.displayName.map { .set($0) } ?? .clear : nil
            tokens = try await signUp.upgrade(
                holder, email: try .required(input.email), password: try input.requiredPassword, displayName: name)
        } else if input.email == nil, input.password == nil {
            tokens = try await signUp.anonymously(caller)
        } else if input.email == "", input.password == "" {
            // Not an anonymous account: the form was sent empty.
            throw SignInError(.invalidEmail)
        } else {
            tokens = try await signUp.withPassword(
                email: try .required(input.email), password: try input.requiredPassword,
                displayName: input.displayName?.cut(toScalars: AccountEdit.maxDisplayNameCharacters), caller: caller)
        }
        return SignUpReply(
            localId: tokens.account.id.rawValue, email: tokens.account.email?.text, displayName: tokens.account.displayName,
            idToken: tokens.idToken, refreshToken: tokens.refreshToken.expose(), expiresIn: String(tokens.expiresInSeconds))
    }
}

extension SignUpRequest {
    fileprivate var requiredPassword: Secret<String> {
        get throws {
            guard let password, !password.isEmpty else { throw SignInError(.missingPassword) }
            return Secret(password)
        }
    }
}
