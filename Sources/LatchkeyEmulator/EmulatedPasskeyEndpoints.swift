import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb
import LatchkeyWire

/// `accounts/passkeyEnrollment:finalize` of an emulator. Responses of real authenticators are verified; made-up responses of test programs
/// are accepted without verification.
struct EmulatedPasskeyEnrolmentEndpoint: Endpoint {
    static let name = FinalizePasskeyEnrollmentEndpoint.name
    static let version = FinalizePasskeyEnrollmentEndpoint.version

    let call: FinalizePasskeyEnrollmentEndpoint
    let fakes: InsecureFakePasskeys

    static func tenant(of ask: FinalizePasskeyEnrollmentRequest) -> String? { ask.tenantId }

    func answer(_ ask: FinalizePasskeyEnrollmentRequest, from caller: Caller) async throws -> FinalizePasskeyEnrollmentReply {
        if (try? PasskeyRegistration(ask.authenticatorRegistrationResponse)) != nil { return try await call.answer(ask, from: caller) }
        let holder = try await call.sessions.holder(of: ask.idToken, from: caller)
        guard let made = ask.authenticatorRegistrationResponse else {
            throw SignInError(.init(rawValue: "MISSING_AUTHENTICATOR_RESPONSE"))
        }
        let tokens = try await fakes.enrol(made.id, name: ask.name.unlessEmpty ?? ask.displayName, for: holder)
        return FinalizePasskeyEnrollmentReply(
            localId: tokens.account.id.rawValue, idToken: tokens.idToken, refreshToken: tokens.refreshToken.expose())
    }
}

/// `accounts/passkeySignIn:finalize` of an emulator. Made-up responses are accepted as at enrollment.
struct EmulatedPasskeySignInEndpoint: Endpoint {
    static let name = FinalizePasskeySignInEndpoint.name
    static let version = FinalizePasskeySignInEndpoint.version

    let call: FinalizePasskeySignInEndpoint
    let fakes: InsecureFakePasskeys

    static func tenant(of ask: FinalizePasskeySignInRequest) -> String? { ask.tenantId }

    func answer(_ ask: FinalizePasskeySignInRequest, from caller: Caller) async throws -> FinalizePasskeySignInReply {
        if (try? PasskeyAssertion(ask.authenticatorAuthenticationResponse)) != nil { return try await call.answer(ask, from: caller) }
        guard let shown = ask.authenticatorAuthenticationResponse else {
            throw SignInError(.init(rawValue: "MISSING_AUTHENTICATOR_RESPONSE"))
        }
        let tokens = try await fakes.signIn(shown.id, caller: caller)
        return FinalizePasskeySignInReply(idToken: tokens.idToken, refreshToken: tokens.refreshToken.expose())
    }
}
