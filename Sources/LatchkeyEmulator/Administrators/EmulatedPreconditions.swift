import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

/// The checks that Google's emulator runs on the members of an account that an administrator sends, with its error messages.
///
/// A real server checks the form of all members first and leaves the rest to the store's constraints. Tests of apps compare the first
/// error, so the order matters here.
struct EmulatedPreconditions {
    let view: any StoreReading
    let realm: Realm

    private static let minimumPasswordCharacters = 6

    /// - Parameter present: The account that is changed. Its current address does not count as taken.
    func requireFree(email text: String?, present: Account? = nil) throws {
        guard let text = text.unlessEmpty else { return }
        let email = try EmailAddress.required(text)
        guard email != present?.email else { return }
        guard try view.account(withEmail: email, in: realm) == nil else { throw SignInError(.emailExists) }
    }

    /// - Parameter present: The account that is changed. Its current number is not checked.
    func requireFree(phoneNumber text: String?, present: Account? = nil) throws {
        guard let text = text.unlessEmpty, text != present?.phoneNumber else { return }
        let number = try PhoneNumber.required(text)
        guard try view.account(withPhoneNumber: number, in: realm) == nil else { throw SignInError(.phoneNumberExists) }
    }

    static func requireLength(ofPassword text: String?) throws {
        // Google's emulator counts UTF-16 code units.
        guard let text = text.unlessEmpty, text.utf16.count < minimumPasswordCharacters else { return }
        throw SignInError(.weakPassword, message: "Password should be at least \(minimumPasswordCharacters) characters")
    }

    /// Returns the second factors of a request, each number once. Repeated numbers are dropped before their IDs are checked.
    static func distinct(_ enrollments: [MfaEnrollment]) throws -> [MfaEnrollment] {
        var kept: [MfaEnrollment] = []
        for enrollment in enrollments {
            guard let number = PhoneNumber(enrollment.phoneInfo ?? "") else {
                throw SignInError(.init(rawValue: "INVALID_MFA_PHONE_NUMBER"), message: "Invalid format.")
            }
            if kept.contains(where: { PhoneNumber($0.phoneInfo ?? "") == number }) { continue }
            guard let id = enrollment.mfaEnrollmentId.unlessEmpty else {
                throw SignInError(.init(rawValue: "INVALID_MFA_ENROLLMENT_ID"), message: "mfaEnrollmentId must be defined.")
            }
            guard !kept.contains(where: { $0.mfaEnrollmentId == id }) else {
                throw SignInError(.init(rawValue: "DUPLICATE_MFA_ENROLLMENT_ID"))
            }
            kept.append(enrollment)
        }
        return kept
    }
}
