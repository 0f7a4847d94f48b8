import Crypto
import Foundation

/// An authenticator app that shows a new code every half minute (RFC 6238).
struct Authenticator: Sendable {
    private let seed: [UInt8]

    /// - Parameter key: Base32 without padding; `nil` for anything else.
    init?(key: String) {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var seed: [UInt8] = []
        var (buffer, bits) = (0, 0)
        for character in key {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            (buffer, bits) = ((buffer << 5 | value) & 0xfff, bits + 5)
            if bits >= 8 {
                bits -= 8
                seed.append(UInt8(truncatingIfNeeded: buffer >> bits))
            }
        }
        self.seed = seed
    }

    func code(at now: Date) -> String {
        let step = UInt64(now.timeIntervalSince1970) / 30
        let counter = withUnsafeBytes(of: step.bigEndian) { Array($0) }
        let hash = Array(HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: SymmetricKey(data: seed)))
        let offset = Int(hash[19] & 0x0f)
        let number = hash[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } & 0x7fff_ffff
        return String(String(number + 1_000_000_000_000).suffix(6))
    }
}
