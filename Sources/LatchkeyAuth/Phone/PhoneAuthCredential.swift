/// A telephone number with what shows that somebody holds the telephone.
public final class PhoneAuthCredential: AuthCredential, @unchecked Sendable {
    /// What shows it.
    enum Proof: Sendable {
        /// The code of a text message, and the verification that it was sent for.
        case code(String, verificationID: String)
        /// The server's word that a code was shown a short while ago, good once.
        case temporary(String, phoneNumber: String)
    }

    let proof: Proof

    init(_ proof: Proof) {
        self.proof = proof
        super.init(provider: PhoneAuthProviderID)
    }

    /// Code and verification, neither of them empty.
    ///
    /// - Throws: ``AuthErrorCode/missingVerificationID``, ``AuthErrorCode/missingVerificationCode``.
    func code() throws -> (code: String, verificationID: String) {
        guard case .code(let code, let verificationID) = proof, !verificationID.isEmpty else {
            throw AuthError.make(.missingVerificationID)
        }
        guard !code.isEmpty else { throw AuthError.make(.missingVerificationCode) }
        return (code, verificationID)
    }
}
