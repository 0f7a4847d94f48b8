import LatchkeyWire

/// What shows that somebody has a second factor.
///
/// There are no public initialisers: the generators make assertions, for example ``PhoneMultiFactorGenerator/assertion(with:)``.
// Subclasses exist in this module only, and nothing in them can change.
public class MultiFactorAssertion: @unchecked Sendable {
    /// The kind of factor, for example ``TOTPMultiFactorID``.
    public let factorID: String

    init(factorID: String) {
        self.factorID = factorID
    }

    /// Writes the proof into the request that ends an enrolment.
    func fill(_ request: inout MfaEnrollmentFinalizeRequest) throws {
        throw AuthError.make(.internalError, reason: "This assertion is none for an enrolment.")
    }

    /// Writes the proof into the request that ends a sign-in.
    func fill(_ request: inout MfaSignInFinalizeRequest) throws {
        throw AuthError.make(.internalError, reason: "This assertion is none for a sign-in.")
    }
}

/// A code that arrived at a telephone; for enrolments and sign-ins.
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

/// A code of an authenticator program; for an enrolment or a sign-in, according to who made it.
public final class TOTPMultiFactorAssertion: MultiFactorAssertion, @unchecked Sendable {
    /// What the code belongs to.
    enum Origin: Sendable {
        case secret(TOTPSecret)
        case enrolment(id: String)
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
        guard case .enrolment(let id) = origin else { return try super.fill(&request) }
        request.mfaEnrollmentId = id
        request.totpVerificationInfo = TotpFactorProof(verificationCode: try givenCode())
    }

    private func givenCode() throws -> String {
        guard !code.isEmpty else { throw AuthError.make(.missingVerificationCode) }
        return code
    }
}
