public import Foundation
import LatchkeyWire

/// The ``MultiFactorInfo/factorID`` of telephones.
public let PhoneMultiFactorID = "phone"
/// The ``MultiFactorInfo/factorID`` of programs that show a new code every half minute.
public let TOTPMultiFactorID = "totp"

/// A second factor that is enrolled.
// Subclasses exist in this module only, and nothing in them can change.
public class MultiFactorInfo: @unchecked Sendable {
    /// The id of the enrolment.
    public let uid: String
    /// What the person calls the factor.
    public let displayName: String?
    /// When it was enrolled; the distant past where the server does not say.
    public let enrollmentDate: Date
    /// The kind of factor: ``PhoneMultiFactorID`` or ``TOTPMultiFactorID``.
    public let factorID: String

    fileprivate init(_ enrollment: MfaEnrollment, uid: String, factorID: String) {
        self.uid = uid
        self.factorID = factorID
        displayName = enrollment.displayName
        // Takes times without a fraction too.
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        enrollmentDate = enrollment.enrolledAt.flatMap { try? Date($0, strategy: style) } ?? .distantPast
    }

    /// The factors that this client knows how to use; others are left out.
    static func known(_ enrollments: [MfaEnrollment]?) -> [MultiFactorInfo] {
        (enrollments ?? []).compactMap { enrollment in
            guard let uid = enrollment.mfaEnrollmentId, !uid.isEmpty else { return nil }
            if let number = enrollment.phoneInfo { return PhoneMultiFactorInfo(enrollment, uid: uid, phoneNumber: number) }
            if enrollment.totpInfo != nil { return TOTPMultiFactorInfo(enrollment, uid: uid) }
            return nil
        }
    }
}

/// A telephone that is enrolled.
public final class PhoneMultiFactorInfo: MultiFactorInfo, @unchecked Sendable {
    /// The kind of factor that telephones are.
    public static let PhoneMultiFactorID = "phone"
    /// The kind of factor that authenticator programs are.
    public static let TOTPMultiFactorID = "totp"

    /// The number; all but its last digits are hidden from who has shown only the first factor.
    public let phoneNumber: String

    fileprivate init(_ enrollment: MfaEnrollment, uid: String, phoneNumber: String) {
        self.phoneNumber = phoneNumber
        super.init(enrollment, uid: uid, factorID: Self.PhoneMultiFactorID)
    }
}

/// An authenticator program that is enrolled.
public final class TOTPMultiFactorInfo: MultiFactorInfo, @unchecked Sendable {
    fileprivate init(_ enrollment: MfaEnrollment, uid: String) {
        super.init(enrollment, uid: uid, factorID: TOTPMultiFactorID)
    }
}
