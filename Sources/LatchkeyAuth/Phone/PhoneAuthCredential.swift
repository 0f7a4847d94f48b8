/// A credential that proves the possession of a phone number.
public final class PhoneAuthCredential: AuthCredential, @unchecked Sendable {
    /// The proof of possession.
    enum Proof: Sendable {
        /// The code from a text message, and the verification that it was sent for.
        case code(String, verificationID: String)
        /// The server's confirmation that a code was presented a short time ago, usable once.
        case temporary(String, phoneNumber: String)
    }

    let proof: Proof

    init(_ proof: Proof) {
        self.proof = proof
        super.init(provider: PhoneAuthProviderID)
    }

    /// Returns the code and the verification id, neither of them empty.
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
