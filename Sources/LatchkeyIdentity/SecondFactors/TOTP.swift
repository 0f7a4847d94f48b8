import Crypto
package import Foundation
import LatchkeySecrets

/// Time-based codes (RFC 6238): HMAC-SHA-1 over steps of 30 seconds, the parameters that all authenticator apps support.
package struct TOTP: Sendable {
    package static let digits = 6
    package static let stepSeconds = 30
    /// The length of a seed. RFC 4226, section 4, requires at least 128 bits and recommends 160.
    package static let seedByteCount = 20
    /// The number of accepted time steps before and after the current one, for clock differences and slow users (RFC 6238, section 5.2).
    static let tolerance: Int64 = 1

    private let seed: [UInt8]

    package init(seed: [UInt8]) {
        self.seed = seed
    }

    package static func step(at now: Date) -> Int64 {
        now.secondsSince1970 / Int64(stepSeconds)
    }

    /// Returns the code of a time step (RFC 4226, section 5.3).
    package func code(at step: Int64, digits: Int = TOTP.digits) -> String {
        let counter = withUnsafeBytes(of: UInt64(bitPattern: step).bigEndian) { Array($0) }
        let mac = Array(HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: SymmetricKey(data: seed)))
        let offset = Int(mac[19] & 0x0f)
        let number = mac[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
        let text = String(number)
        let padded = String(repeating: "0", count: max(0, 10 - text.count)) + text
        return String(padded.suffix(digits))
    }

    /// Returns the time step of a code; `nil` unless the code is valid now.
    ///
    /// - Parameter last: The last step that was used; codes up to it are refused.
    func step(of code: String, after last: Int64, at now: Date) -> Int64? {
        let present = Self.step(at: now)
        // All codes are compared, so that the time reveals nothing.
        let matches = (present - Self.tolerance...present + Self.tolerance).filter { self.code(at: $0).equalsInConstantTime(code) }
        return matches.first { $0 > last }
    }

    /// Returns a seed in the form that users type: base32 without padding (RFC 4648, section 6).
    package static func base32(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var text = ""
        var buffer = 0
        var bits = 0
        for byte in bytes {
            buffer = (buffer << 8 | Int(byte)) & 0xfff
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(alphabet[buffer >> bits & 31])
            }
        }
        if bits > 0 { text.append(alphabet[buffer << (5 - bits) & 31]) }
        return text
    }
}
