import LatchkeySecrets
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

/// A second factor of a user, and the tokens that its enrollment returned.
struct Enrolled: Sendable {
    let tokens: IssuedTokens
    let factor: SecondFactor
    /// The generator of its codes; `nil` for a phone.
    let program: TOTP?
}

extension IdentityFixture {
    /// The present code of an authenticator app.
    func code(of program: TOTP, later steps: Int64 = 0) -> String {
        program.code(at: TOTP.step(at: clock.now()) + steps)
    }

    /// Enrolls an authenticator app.
    func enrolTOTP(_ tokens: IssuedTokens, named name: String? = nil) async throws -> Enrolled {
        let holder = try await holder(of: tokens)
        let seed = try await enrollment.startTOTP(for: holder)
        let program = TOTP(seed: seed.seed.expose())
        let (renewed, factor) = try await enrollment.finish(
            .totp(code: code(of: program), sessionInfo: seed.sessionInfo.expose()), displayName: name, for: holder)
        return Enrolled(tokens: renewed, factor: factor, program: program)
    }

    /// Enrolls a phone.
    func enrolPhone(_ text: String, _ tokens: IssuedTokens) async throws -> Enrolled {
        let holder = try await holder(of: tokens)
        let info = try await enrollment.startPhone(number(text), for: holder)
        let (renewed, factor) = try await enrollment.finish(
            .phone(code: try await lastDigits(to: text), sessionInfo: info.expose()), displayName: nil, for: holder)
        return Enrolled(tokens: renewed, factor: factor, program: nil)
    }

    /// Signs in with a password, up to the second factor.
    func firstFactor(from caller: Caller? = nil) async throws -> SecondFactorNeeded {
        try await passwordSignIn.signIn(email: address(Self.adaText), password: Self.password, caller: caller ?? self.caller()).needed
    }

    func finish(_ needed: SecondFactorNeeded, _ proof: SecondFactorProof, as caller: Caller? = nil) async throws -> IssuedTokens {
        try await secondFactorSignIn.finish(needed.pendingCredential, with: proof, caller: caller ?? self.caller())
    }
}
