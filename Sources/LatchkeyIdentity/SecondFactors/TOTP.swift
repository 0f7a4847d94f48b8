import Crypto
import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Codes that change with the time (RFC 6238): HMAC-SHA-1 over steps of 30 seconds, as all programs for telephones know them.
public struct TOTP: Sendable {
    public static let digits = 6
    public static let stepSeconds = 30
    /// RFC 4226, section 4, asks for 128 bits at the least and recommends 160.
    public static let seedByteCount = 20
    /// Steps before and after the present one whose codes are taken: clocks differ and people are slow (RFC 6238, 5.2).
    static let tolerance: Int64 = 1

    private let seed: [UInt8]

    public init(seed: [UInt8]) {
        self.seed = seed
    }

    public static func step(at now: Date) -> Int64 {
        now.secondsSince1970 / Int64(stepSeconds)
    }

    /// The code of a time step (RFC 4226, 5.3).
    public func code(at step: Int64, digits: Int = TOTP.digits) -> String {
        let counter = withUnsafeBytes(of: UInt64(bitPattern: step).bigEndian) { Array($0) }
        let mac = Array(HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: SymmetricKey(data: seed)))
        let offset = Int(mac[19] & 0x0f)
        let number = mac[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
        let text = String(number)
        let padded = String(repeating: "0", count: max(0, 10 - text.count)) + text
        return String(padded.suffix(digits))
    }

    /// The step whose code this is, if it is one that may be used now.
    ///
    /// - Parameter last: The last step that was used; codes up to it are refused.
    func step(of code: String, after last: Int64, at now: Date) -> Int64? {
        let present = Self.step(at: now)
        // All are computed, so that the time tells nothing.
        let matches = (present - Self.tolerance...present + Self.tolerance).filter { self.code(at: $0).equalsInConstantTime(code) }
        return matches.first { $0 > last }
    }

    /// The seed as people type it: base32 without padding (RFC 4648, section 6).
    public static func base32(_ bytes: [UInt8]) -> String {
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
