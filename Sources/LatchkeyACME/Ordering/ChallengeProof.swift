import Crypto

/// What the server shows to prove that it controls a name.
package struct ChallengeProof: Sendable, Equatable {
    package let kind: ChallengeKind
    package let name: String
    package let token: String
    package let keyAuthorization: String

    /// The SHA-256 of the key authorization, which the certificate for TLS-ALPN-01 contains (RFC 8737, section 3).
    package var digest: [UInt8] { Array(SHA256.hash(data: Array(keyAuthorization.utf8))) }
}

/// Shows proofs to the certificate authority while it checks them.
package protocol ChallengeResponder: Sendable {
    func show(_ proof: ChallengeProof) throws
    func hide(_ proof: ChallengeProof)
}
