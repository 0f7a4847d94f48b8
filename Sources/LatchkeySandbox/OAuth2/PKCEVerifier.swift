import Crypto
import LatchkeySecrets

/// The server side of PKCE (RFC 7636).
///
/// Deliberately independent of the client side, so that a bug in one cannot be hidden by the same bug in the other.
enum PKCEVerifier {
    /// Returns whether a verifier has 43 to 128 unreserved characters (section 4.1).
    static func isValid(_ verifier: String) -> Bool {
        (43...128).contains(verifier.utf8.count)
            && verifier.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "-._~".utf8.contains(byte)
                }
            }
    }

    /// Returns the S256 challenge (section 4.2).
    static func challenge(for verifier: String) -> String {
        Base64URL.encode(Array(SHA256.hash(data: Array(verifier.utf8))))
    }
}
