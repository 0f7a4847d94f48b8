/// The algorithm that the mock OpenID provider signs ID tokens with.
public enum SandboxSigningAlgorithm: String, Sendable, Hashable, Codable {
    /// RSASSA-PKCS1-v1_5 with SHA-256 and a 2048-bit key.
    case rs256 = "RS256"
    /// ECDSA on P-256 with SHA-256.
    case es256 = "ES256"
}
