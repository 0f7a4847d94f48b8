import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

/// `accounts/passkeyEnrollment:start`: returns the options for creating a passkey for the signed-in account.
struct StartPasskeyEnrollmentEndpoint: Endpoint {
    static let name = "accounts/passkeyEnrollment:start"
    static let version = "v2"
    static let words = APIWords(
        "startPasskeyEnrollment", .passkeys, "Returns the options for creating a passkey",
        """
        Returns the options for `navigator.credentials.create()` (WebAuthn Level 3, section 5.1.8). Firebase's \
        `accounts.passkeyEnrollment.start`.
        """,
        required: ["idToken"],
        errors: .session + [.missingIDToken, .credentialTooOldLoginAgain, .operationNotAllowed, .unauthorizedDomain],
        request: #"{"idToken":"eyJ…"}"#,
        reply: #"{"credentialCreationOptions":{"challenge":"nXb3…","rp":{"id":"auth.example.org","name":"Example"}}}"#)

    let passkeys: PasskeyCeremonies
    let sessions: Sessions

    static func tenant(of input: StartPasskeyEnrollmentRequest) -> String? { input.tenantId }

    func respond(to input: StartPasskeyEnrollmentRequest, from caller: Caller) async throws -> StartPasskeyEnrollmentReply {
        guard let idToken = input.idToken.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_ID_TOKEN")) }
        let holder = try await sessions.check(idToken, from: caller)
        let offer = try await passkeys.enrollment.start(holder, at: try passkeys.relyingParty(for: caller))
        return StartPasskeyEnrollmentReply(credentialCreationOptions: PasskeyCreationOptions(offer, project: caller.project))
    }
}
