import LatchkeyOAuth

/// The challenge of an authorization request (RFC 7636, section 4.3).
enum PKCEChallenge {
    /// Reads a challenge with the method S256, which is the only one supported; `nil` when the request has none.
    ///
    /// Throws ``SandboxError`` with a message for the application.
    static func read(_ query: FormParameters) throws -> String? {
        switch (query["code_challenge"], query["code_challenge_method"]) {
        case (nil, nil): return nil
        case (let challenge?, "S256"):
            // SHA-256 in Base64 without padding has exactly 43 characters.
            guard challenge.utf8.count == 43, challenge.utf8.allSatisfy(isBase64URL) else {
                throw SandboxError(.invalidValue, "The code_challenge is not a SHA-256 hash in URL-safe Base64.")
            }
            return challenge
        case (nil, _): throw SandboxError(.invalidValue, "The code_challenge_method requires a code_challenge.")
        default: throw SandboxError(.invalidValue, "The code_challenge_method must be S256.")
        }
    }

    private static func isBase64URL(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
