import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb
import LatchkeyWire

/// `accounts/passkeyEnrollment:finalize` of an emulator. Responses of real authenticators are verified; made-up responses of test programs
/// are accepted without verification.
struct EmulatedPasskeyEnrollmentEndpoint: Endpoint {
    static let name = FinalizePasskeyEnrollmentEndpoint.name
    static let words = FinalizePasskeyEnrollmentEndpoint.words
    static let version = FinalizePasskeyEnrollmentEndpoint.version

    let call: FinalizePasskeyEnrollmentEndpoint
    let fakes: InsecureFakePasskeys

    static func tenant(of input: FinalizePasskeyEnrollmentRequest) -> String? { input.tenantId }

    func respond(to input: FinalizePasskeyEnrollmentRequest, from caller: Caller) async throws -> FinalizePasskeyEnrollmentReply {
        if (try? PasskeyRegistration(input.authenticatorRegistrationResponse)) != nil {
            return try await call.respond(to: input, from: caller)
        }
        let holder = try await call.sessions.holder(of: input.idToken, from: caller)
        guard let made = input.authenticatorRegistrationResponse else {
            throw SignInError(.init(rawValue: "MISSING_AUTHENTICATOR_RESPONSE"))
        }
        let tokens = try await fakes.enrol(made.id, name: input.name.unlessEmpty ?? input.displayName, for: holder)
        return FinalizePasskeyEnrollmentReply(
            localId: tokens.account.id.rawValue, idToken: tokens.idToken, refreshToken: tokens.refreshToken.expose())
    }
}

/// `accounts/passkeySignIn:finalize` of an emulator. Made-up responses are accepted as at enrollment.
struct EmulatedPasskeySignInEndpoint: Endpoint {
    static let name = FinalizePasskeySignInEndpoint.name
    static let words = FinalizePasskeySignInEndpoint.words
    static let version = FinalizePasskeySignInEndpoint.version

    let call: FinalizePasskeySignInEndpoint
    let fakes: InsecureFakePasskeys

    static func tenant(of input: FinalizePasskeySignInRequest) -> String? { input.tenantId }

    func respond(to input: FinalizePasskeySignInRequest, from caller: Caller) async throws -> FinalizePasskeySignInReply {
        if (try? PasskeyAssertion(input.authenticatorAuthenticationResponse)) != nil {
            return try await call.respond(to: input, from: caller)
        }
        guard let shown = input.authenticatorAuthenticationResponse else {
            throw SignInError(.init(rawValue: "MISSING_AUTHENTICATOR_RESPONSE"))
        }
        let tokens = try await fakes.signIn(shown.id, caller: caller)
        return FinalizePasskeySignInReply(idToken: tokens.idToken, refreshToken: tokens.refreshToken.expose())
    }
}
