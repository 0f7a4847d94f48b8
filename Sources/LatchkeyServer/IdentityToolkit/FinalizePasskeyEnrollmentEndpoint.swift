import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb
import LatchkeyWire

/// `accounts/passkeyEnrollment:finalize`: adds the passkey that a browser created.
struct FinalizePasskeyEnrollmentEndpoint: Endpoint {
    static let name = "accounts/passkeyEnrollment:finalize"
    static let version = "v2"

    let passkeys: PasskeyCeremonies
    let sessions: Sessions

    static func tenant(of ask: FinalizePasskeyEnrollmentRequest) -> String? { ask.tenantId }

    func answer(_ ask: FinalizePasskeyEnrollmentRequest, from caller: Caller) async throws -> FinalizePasskeyEnrollmentReply {
        guard let idToken = ask.idToken.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_ID_TOKEN")) }
        let holder = try await sessions.check(idToken, from: caller)
        let tokens = try await passkeys.enrolment.finish(
            try PasskeyRegistration(ask.authenticatorRegistrationResponse), name: ask.name.unlessEmpty ?? ask.displayName, by: holder)
        return FinalizePasskeyEnrollmentReply(
            localId: tokens.account.id.rawValue, idToken: tokens.idToken, refreshToken: tokens.refreshToken.expose())
    }
}
