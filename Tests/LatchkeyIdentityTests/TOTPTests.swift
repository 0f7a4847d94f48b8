import Foundation
import Testing

@testable import LatchkeyIdentity

@Suite struct TOTPTests {
    private let seed = Array("12345678901234567890".utf8)

    /// RFC 6238, appendix B, the SHA-1 column.
    @Test(
        arguments: [
            (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
        ] as [(Int, String)])
    func theVectorsOfRFC6238(_ seconds: Int, _ code: String) {
        let step = TOTP.step(at: Date(timeIntervalSince1970: Double(seconds)))
        #expect(TOTP(seed: seed).code(at: step, digits: 8) == code)
        #expect(TOTP(seed: seed).code(at: step) == String(code.suffix(6)))
    }

    /// RFC 4226, appendix D: the counter's codes.
    @Test func theVectorsOfRFC4226() {
        let codes = (0..<10).map { TOTP(seed: seed).code(at: Int64($0)) }
        #expect(
            codes == ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"])
    }

    /// RFC 4648, section 10, without padding.
    @Test(arguments: [
        ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI"),
        ("12345678901234567890", "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"),
    ])
    func theVectorsOfBase32(_ text: String, _ encoded: String) {
        #expect(TOTP.base32(Array(text.utf8)) == encoded)
    }

    @Test func oneStepAroundThePresentIsTakenAndEachOnce() {
        let totp = TOTP(seed: seed)
        let now = Date(timeIntervalSince1970: 1_000_000_020)
        let present = TOTP.step(at: now)
        for (offset, taken) in [(-2, false), (-1, true), (0, true), (1, true), (2, false)] as [(Int64, Bool)] {
            let found = totp.step(of: totp.code(at: present + offset), after: .min, at: now)
            #expect(found == (taken ? present + offset : nil))
        }
        #expect(totp.step(of: totp.code(at: present), after: present, at: now) == nil)
        #expect(totp.step(of: "", after: .min, at: now) == nil)
    }
}
