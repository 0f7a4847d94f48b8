public import Foundation
import LatchkeyWire

/// The ``MultiFactorInfo/factorID`` of phones.
public let PhoneMultiFactorID = "phone"
/// The ``MultiFactorInfo/factorID`` of authenticator apps, which show a new code every 30 seconds.
public let TOTPMultiFactorID = "totp"

// Subclasses exist only in this module, and all of them are immutable.
/// An enrolled second factor.
public class MultiFactorInfo: @unchecked Sendable {
    /// The id of the enrollment.
    public let uid: String
    /// The user's name for the factor.
    public let displayName: String?
    /// When the factor was enrolled; the distant past if the server does not report it.
    public let enrollmentDate: Date
    /// The kind of factor: ``PhoneMultiFactorID`` or ``TOTPMultiFactorID``.
    public let factorID: String

    fileprivate init(_ enrollment: MfaEnrollment, uid: String, factorID: String) {
        self.uid = uid
        self.factorID = factorID
        displayName = enrollment.displayName
        // This style also parses times without a fraction.
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        enrollmentDate = enrollment.enrolledAt.flatMap { try? Date($0, strategy: style) } ?? .distantPast
    }

    /// Returns the enrolled factors that this client supports. Others are omitted.
    static func known(_ enrollments: [MfaEnrollment]?) -> [MultiFactorInfo] {
        (enrollments ?? []).compactMap { enrollment in
            guard let uid = enrollment.mfaEnrollmentId, !uid.isEmpty else { return nil }
            if let number = enrollment.phoneInfo { return PhoneMultiFactorInfo(enrollment, uid: uid, phoneNumber: number) }
            if enrollment.totpInfo != nil { return TOTPMultiFactorInfo(enrollment, uid: uid) }
            return nil
        }
    }
}

/// An enrolled phone.
public final class PhoneMultiFactorInfo: MultiFactorInfo, @unchecked Sendable {
    /// The factor id of phones.
    public static let PhoneMultiFactorID = "phone"
    /// The factor id of authenticator apps.
    public static let TOTPMultiFactorID = "totp"

    /// The phone number. After only the first factor, all but its last digits are masked.
    public let phoneNumber: String

    fileprivate init(_ enrollment: MfaEnrollment, uid: String, phoneNumber: String) {
        self.phoneNumber = phoneNumber
        super.init(enrollment, uid: uid, factorID: Self.PhoneMultiFactorID)
    }
}

/// An enrolled authenticator app.
public final class TOTPMultiFactorInfo: MultiFactorInfo, @unchecked Sendable {
    fileprivate init(_ enrollment: MfaEnrollment, uid: String) {
        super.init(enrollment, uid: uid, factorID: TOTPMultiFactorID)
    }
}
