import LatchkeyIdentity
import LatchkeyWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension MfaEnrollment {
    /// - Parameter hidesNumber: Who shows only a first factor sees no more of a number than its last four digits.
    init(_ factor: SecondFactor, hidesNumber: Bool) {
        self.init(
            mfaEnrollmentId: factor.id, displayName: factor.displayName, enrolledAt: factor.enrolledAt.rfc3339)
        switch factor.means {
        case .phone(let number): phoneInfo = hidesNumber ? number.hidden : number.text
        case .totp: totpInfo = TotpFactor()
        }
    }
}

extension PhoneNumber {
    /// `+*******0100`: enough to recognise one's own.
    var hidden: String {
        "+" + String(repeating: "*", count: max(0, text.count - 5)) + text.suffix(4)
    }
}

extension SecondFactorNeeded {
    /// `mfaInfo` of every reply to a first factor.
    var enrollments: [MfaEnrollment] { factors.map { MfaEnrollment($0, hidesNumber: true) } }
}
