public import Foundation
public import LatchkeySecrets

/// An account that an administrator creates.
public struct AccountDraft: Sendable {
    /// The uid; generated when absent.
    public var id: AccountID?
    public var email: EmailAddress?
    public var emailVerified = false
    public var password: Secret<String>?
    public var phoneNumber: PhoneNumber?
    public var displayName: String?
    public var photoURL: String?
    public var disabled = false
    /// Phone numbers that are enrolled as second factors at creation.
    public var secondFactors: [FactorDraft] = []

    public init() {}

    /// A phone number that becomes a second factor.
    public struct FactorDraft: Sendable {
        public var phoneNumber: PhoneNumber
        public var displayName: String?

        public init(phoneNumber: PhoneNumber, displayName: String?) {
            self.phoneNumber = phoneNumber
            self.displayName = displayName
        }
    }
}

/// The changes that an administrator makes to an account. Absent values stay unchanged.
public struct AccountRevision: Sendable {
    public var displayName: AccountEdit.Change?
    public var photoURL: AccountEdit.Change?
    public var email: EmailAddress?
    public var emailVerified: Bool?
    public var password: Secret<String>?
    public var phoneNumber: PhoneNumber?
    public var disabled: Bool?
    /// A JSON object as text. Empty text removes all claims.
    public var customClaims: String?
    /// The earliest valid sign-in time. Sessions from before it end.
    public var validSince: Date?
    public var lastSignInAt: Date?
    public var unlinking: [ProviderID] = []
    public var clearsEmail = false
    public var clearsPassword = false
    /// The credential ids of the passkeys to remove. Ids that the account does not have are ignored.
    public var removingPasskeys: [[UInt8]] = []
    /// An identity that is linked without contacting its provider.
    public var linking: Identity?
    /// All factors that the account keeps or gains, by enrollment id; `nil` leaves the factors unchanged.
    public var secondFactors: [Factor]?

    public init() {}

    /// The names of the changed fields for the audit log, never their values; `nil` if no named field changes.
    var action: String? {
        let touched: [(Bool, String)] = [
            (disabled == true, "disabled"), (disabled == false, "enabled"), (validSince != nil, "signed out everywhere"),
            (password != nil || clearsPassword, "password"), (email != nil || clearsEmail || emailVerified != nil, "e-mail"),
            (phoneNumber != nil || unlinking.contains(.phone), "phone"), (displayName != nil, "name"), (photoURL != nil, "picture"),
            (customClaims != nil, "claims"), (secondFactors != nil, "second factors"), (!removingPasskeys.isEmpty, "passkeys"),
        ]
        let words = touched.filter(\.0).map(\.1)
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    /// A factor that stays, or a phone number that becomes one.
    public struct Factor: Sendable {
        public var id: String
        public var phoneNumber: PhoneNumber?
        public var displayName: String?
        /// The enrollment time; `nil` for a factor that is enrolled now, or to keep the current time.
        public var enrolledAt: Date?

        public init(id: String, phoneNumber: PhoneNumber?, displayName: String?, enrolledAt: Date? = nil) {
            self.id = id
            self.phoneNumber = phoneNumber
            self.displayName = displayName
            self.enrolledAt = enrolledAt
        }
    }
}
