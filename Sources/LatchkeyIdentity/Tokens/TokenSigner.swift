import LatchkeySecrets

/// Signs tokens with one key (RFC 7515, section 7.1: the compact form).
struct TokenSigner: Sendable {
    /// The key id.
    let id: String
    /// The key; `nil` in a signer of unsigned tokens.
    private let key: PrivateSigningKey?
    /// The encoded header, which is the same for all tokens of a key.
    private let header: String

    /// - Parameter id: The key id, of letters and digits.
    init(key: PrivateSigningKey, id: String) {
        self.id = id
        self.key = key
        header = Base64URL.encode(#"{"alg":"\#(key.algorithm.rawValue)","kid":"\#(id)","typ":"JWT"}"#.utf8)
    }

    /// Creates unsigned tokens (RFC 7519, section 6), for the emulator mode only.
    static let insecureUnsigned = TokenSigner()

    private init() {
        id = ""
        key = nil
        header = Base64URL.encode(#"{"alg":"none","typ":"JWT"}"#.utf8)
    }

    func token(_ claims: IDTokenClaims) throws -> String {
        try token(claims.members)
    }

    func token(_ claims: [(name: String, value: ClaimValue)]) throws -> String {
        let signed = header + "." + Base64URL.encode(ClaimText(claims).bytes)
        guard let key else { return signed + "." }
        return signed + "." + Base64URL.encode(try key.signature(of: signed))
    }
}
