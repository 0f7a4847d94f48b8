import Foundation
import LatchkeySecrets

/// The form of refresh tokens: `lkr_` and 32 bytes in URL-safe Base64, of which the first 6 are the time of the sign-in.
///
/// A store finds a session by a key of its token, and the key begins with the same time. Keys of consecutive sign-ins are therefore
/// neighbours in the store's index. Random keys would change a different page of the index with each sign-in, and the cost of a sign-in
/// would grow with the number of sessions.
enum RefreshToken {
    /// The prefix, by which secret scanners recognize a leaked token.
    static let prefix = "lkr_"
    static let length = prefix.utf8.count + 43
    private static let byteCount = 32
    private static let timeByteCount = 6

    /// Returns a token with 208 random bits.
    static func make(at instant: Date, random: RandomTokens) -> String {
        prefix + Base64URL.encode(timeBytes(of: instant) + random.data(count: byteCount - timeByteCount))
    }

    /// Returns the stored key of a token: the time that the token contains, and as many bytes of its SHA-256 as it has random ones.
    static func key(of token: String) -> Fingerprint {
        let hash = Fingerprint(of: token)
        guard let bytes = Base64URL.decode(String(token.dropFirst(prefix.count))), bytes.count == byteCount else { return hash }
        return Fingerprint(bytes: Array(bytes[..<timeByteCount] + hash.bytes[..<(byteCount - timeByteCount)]))
    }

    /// The milliseconds since 1970, most significant byte first. Six bytes are enough until the year 10889.
    private static func timeBytes(of instant: Date) -> [UInt8] {
        let milliseconds = instant.millisecondsSince1970
        return (0..<timeByteCount).map { UInt8(truncatingIfNeeded: milliseconds >> Int64(40 - 8 * $0)) }
    }
}

extension StoreReading {
    /// Finds the session of a refresh token.
    func session(ofRefreshToken token: String) throws -> Session? {
        // In earlier versions, tokens had no time, and their key was the whole hash.
        try session(withRefreshToken: RefreshToken.key(of: token)) ?? session(withRefreshToken: Fingerprint(of: token))
    }
}
