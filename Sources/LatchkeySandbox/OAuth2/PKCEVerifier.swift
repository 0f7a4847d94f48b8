import Crypto
import LatchkeySecrets

/// The server's half of PKCE (RFC 7636).
///
/// Written apart from the client's half on purpose: a mistake there must not be matched by the same mistake here.
enum PKCEVerifier {
    /// 43 to 128 unreserved characters (section 4.1).
    static func isValid(_ verifier: String) -> Bool {
        (43...128).contains(verifier.utf8.count)
            && verifier.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "-._~".utf8.contains(byte)
                }
            }
    }

    /// The S256 transformation (section 4.2).
    static func challenge(for verifier: String) -> String {
        Base64URL.encode(Array(SHA256.hash(data: Array(verifier.utf8))))
    }
}
