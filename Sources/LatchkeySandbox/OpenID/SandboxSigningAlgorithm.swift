/// How the pretend OpenID provider signs its ID tokens.
public enum SandboxSigningAlgorithm: String, Sendable, Hashable, Codable {
    /// RSASSA-PKCS1-v1_5 with SHA-256 and a key of 2048 bits.
    case rs256 = "RS256"
    /// ECDSA on P-256 with SHA-256.
    case es256 = "ES256"
}
