import Foundation
package import LatchkeyIdentity
import LatchkeyWire

extension MfaEnrollment {
    /// - Parameter hidesNumber: Whether to show only the last four digits of a phone number, for callers with only a first factor.
    package init(_ factor: SecondFactor, hidesNumber: Bool) {
        self.init(
            mfaEnrollmentId: factor.id, displayName: factor.displayName, enrolledAt: factor.enrolledAt.rfc3339)
        switch factor.means {
        case .phone(let number): phoneInfo = hidesNumber ? number.hidden : number.text
        case .totp: totpInfo = TotpFactor()
        }
    }
}

extension PhoneNumber {
    /// The masked number, such as `+*******0100`, which its owner can recognize.
    package var hidden: String {
        "+" + String(repeating: "*", count: max(0, text.count - 5)) + text.suffix(4)
    }
}

extension SecondFactorNeeded {
    /// The `mfaInfo` of every response to a first factor.
    var enrollments: [MfaEnrollment] { factors.map { MfaEnrollment($0, hidesNumber: true) } }
}
