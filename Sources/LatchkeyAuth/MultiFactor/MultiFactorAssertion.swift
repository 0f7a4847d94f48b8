import LatchkeyWire

// Subclasses exist only in this module, and all of them are immutable.
/// The proof of a second factor.
///
/// There is no public initializer. The generators create assertions, for example ``PhoneMultiFactorGenerator/assertion(with:)``.
public class MultiFactorAssertion: @unchecked Sendable {
    /// The kind of factor, for example ``TOTPMultiFactorID``.
    public let factorID: String

    init(factorID: String) {
        self.factorID = factorID
    }

    /// Writes the proof into the request that completes an enrollment.
    func fill(_ request: inout MfaEnrollmentFinalizeRequest) throws {
        throw AuthError.make(.internalError, reason: "This assertion cannot be used for an enrollment.")
    }

    /// Writes the proof into the request that completes a sign-in.
    func fill(_ request: inout MfaSignInFinalizeRequest) throws {
        throw AuthError.make(.internalError, reason: "This assertion cannot be used for a sign-in.")
    }
}

/// A code that a phone received, for enrollments and sign-ins.
public final class PhoneMultiFactorAssertion: MultiFactorAssertion, @unchecked Sendable {
    private let credential: PhoneAuthCredential

    init(_ credential: PhoneAuthCredential) {
        self.credential = credential
        super.init(factorID: PhoneMultiFactorID)
    }

    override func fill(_ request: inout MfaEnrollmentFinalizeRequest) throws {
        request.phoneVerificationInfo = try proof()
    }

    override func fill(_ request: inout MfaSignInFinalizeRequest) throws {
        request.phoneVerificationInfo = try proof()
    }

    private func proof() throws -> PhoneFactorProof {
        let (code, verificationID) = try credential.code()
        return PhoneFactorProof(sessionInfo: verificationID, code: code)
    }
}

/// A code of an authenticator app, for an enrollment or a sign-in, depending on how it was created.
public final class TOTPMultiFactorAssertion: MultiFactorAssertion, @unchecked Sendable {
    /// The secret or the enrollment that the code belongs to.
    enum Origin: Sendable {
        case secret(TOTPSecret)
        case enrollment(id: String)
    }

    private let origin: Origin
    private let code: String

    init(_ origin: Origin, code: String) {
        self.origin = origin
        self.code = code
        super.init(factorID: TOTPMultiFactorID)
    }

    override func fill(_ request: inout MfaEnrollmentFinalizeRequest) throws {
        guard case .secret(let secret) = origin else { return try super.fill(&request) }
        request.totpVerificationInfo = TotpFactorProof(sessionInfo: secret.sessionInfo, verificationCode: try givenCode())
    }

    override func fill(_ request: inout MfaSignInFinalizeRequest) throws {
        guard case .enrollment(let id) = origin else { return try super.fill(&request) }
        request.mfaEnrollmentId = id
        request.totpVerificationInfo = TotpFactorProof(verificationCode: try givenCode())
    }

    private func givenCode() throws -> String {
        guard !code.isEmpty else { throw AuthError.make(.missingVerificationCode) }
        return code
    }
}
