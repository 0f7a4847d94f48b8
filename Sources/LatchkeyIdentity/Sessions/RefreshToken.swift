import Foundation
import LatchkeySecrets

/// The form of refresh tokens: `lkr_`, then 32 bytes in URL-safe Base64. The first 6 bytes are the time of the sign-in; the others are
/// random.
///
/// A store looks up a session by a key of its token. The key begins with the same time, so the keys of consecutive sign-ins are neighbors
/// in the index. With random keys, each sign-in would change a different page, and its cost would grow with the number of sessions.
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

    /// Returns the key under which a token is stored: its 6 bytes of time, then the first 26 bytes of its SHA-256.
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
        // Tokens of earlier versions contain no time and are stored under their whole hash.
        try session(withTokenKey: RefreshToken.key(of: token)) ?? session(withTokenKey: Fingerprint(of: token))
    }
}
