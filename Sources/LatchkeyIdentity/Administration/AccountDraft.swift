package import Foundation
package import LatchkeySecrets

/// An account that an administrator creates.
package struct AccountDraft: Sendable {
    /// The uid; generated when absent.
    package var id: AccountID?
    package var email: EmailAddress?
    package var emailVerified = false
    package var password: Secret<String>?
    package var phoneNumber: PhoneNumber?
    package var displayName: String?
    package var photoURL: String?
    package var disabled = false
    /// Phone numbers that are enrolled as second factors at creation.
    package var secondFactors: [FactorDraft] = []

    package init() {}

    /// A phone number that becomes a second factor.
    package struct FactorDraft: Sendable {
        package var phoneNumber: PhoneNumber
        package var displayName: String?

        package init(phoneNumber: PhoneNumber, displayName: String?) {
            self.phoneNumber = phoneNumber
            self.displayName = displayName
        }
    }
}

/// The changes that an administrator makes to an account. Absent values stay unchanged.
package struct AccountRevision: Sendable {
    package var displayName: AccountEdit.Change?
    package var photoURL: AccountEdit.Change?
    package var email: EmailAddress?
    package var emailVerified: Bool?
    package var password: Secret<String>?
    package var phoneNumber: PhoneNumber?
    package var disabled: Bool?
    /// Schedules or cancels the deletion of the account.
    package var deletion: DeletionChange?
    /// A JSON object as text. Empty text removes all claims.
    package var customClaims: String?
    /// The earliest valid sign-in time. Sessions from before it end.
    package var validSince: Date?
    package var lastSignInAt: Date?
    package var unlinking: [ProviderID] = []
    package var clearsEmail = false
    package var clearsPassword = false
    /// The credential ids of the passkeys to remove. Ids that the account does not have are ignored.
    package var removingPasskeys: [[UInt8]] = []
    /// An identity that is linked without contacting its provider.
    package var linking: Identity?
    /// All factors that the account keeps or gains, by enrollment id; `nil` leaves the factors unchanged.
    package var secondFactors: [Factor]?

    package init() {}

    /// The names of the changed fields for the audit log, never their values; `nil` if no named field changes.
    var action: String? {
        let touched: [(Bool, String)] = [
            (disabled == true, "disabled"), (disabled == false, "enabled"), (validSince != nil, "signed out everywhere"),
            (password != nil || clearsPassword, "password"), (email != nil || clearsEmail || emailVerified != nil, "e-mail"),
            (phoneNumber != nil || unlinking.contains(.phone), "phone"), (displayName != nil, "name"), (photoURL != nil, "picture"),
            (deletion?.dueAt != nil, "deletion scheduled"), (deletion == .canceled, "deletion canceled"),
            (customClaims != nil, "claims"), (secondFactors != nil, "second factors"), (!removingPasskeys.isEmpty, "passkeys"),
        ]
        let words = touched.filter(\.0).map(\.1)
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    /// A factor that stays, or a phone number that becomes one.
    package struct Factor: Sendable {
        package var id: String
        package var phoneNumber: PhoneNumber?
        package var displayName: String?
        /// The enrollment time; `nil` for a factor that is enrolled now, or to keep the current time.
        package var enrolledAt: Date?

        package init(id: String, phoneNumber: PhoneNumber?, displayName: String?, enrolledAt: Date? = nil) {
            self.id = id
            self.phoneNumber = phoneNumber
            self.displayName = displayName
            self.enrolledAt = enrolledAt
        }
    }
}
