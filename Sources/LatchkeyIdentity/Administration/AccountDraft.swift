public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An account that an administrator makes.
public struct AccountDraft: Sendable {
    /// One is made up when absent.
    public var id: AccountID?
    public var email: EmailAddress?
    public var emailVerified = false
    public var password: Secret<String>?
    public var phoneNumber: PhoneNumber?
    public var displayName: String?
    public var photoURL: String?
    public var disabled = false
    /// Telephones that are second factors from the beginning.
    public var secondFactors: [FactorDraft] = []

    public init() {}

    /// A telephone that becomes a second factor.
    public struct FactorDraft: Sendable {
        public var phoneNumber: PhoneNumber
        public var displayName: String?

        public init(phoneNumber: PhoneNumber, displayName: String?) {
            self.phoneNumber = phoneNumber
            self.displayName = displayName
        }
    }
}

/// What an administrator changes about an account. What is absent stays.
public struct AccountRevision: Sendable {
    public var displayName: AccountEdit.Change?
    public var photoURL: AccountEdit.Change?
    public var email: EmailAddress?
    public var emailVerified: Bool?
    public var password: Secret<String>?
    public var phoneNumber: PhoneNumber?
    public var disabled: Bool?
    /// A JSON object as text; empty text removes all.
    public var customClaims: String?
    /// Sessions from before end.
    public var validSince: Date?
    public var lastSignInAt: Date?
    public var unlinking: [ProviderID] = []
    public var clearsEmail = false
    public var clearsPassword = false
    /// Credential ids of passkeys to remove; those that the account does not have are passed over.
    public var removingPasskeys: [[UInt8]] = []
    /// Linked without asking its provider.
    public var linking: Identity?
    /// All that shall remain, by enrolment id; absent where factors are not touched.
    public var secondFactors: [Factor]?

    public init() {}

    /// What it touches, for the record of events; never a value. Absent where that is nothing that has a name.
    var deed: String? {
        let touched: [(Bool, String)] = [
            (disabled == true, "disabled"), (disabled == false, "enabled"), (validSince != nil, "signed out everywhere"),
            (password != nil || clearsPassword, "password"), (email != nil || clearsEmail || emailVerified != nil, "e-mail"),
            (phoneNumber != nil || unlinking.contains(.phone), "phone"), (displayName != nil, "name"), (photoURL != nil, "picture"),
            (customClaims != nil, "claims"), (secondFactors != nil, "second factors"), (!removingPasskeys.isEmpty, "passkeys"),
        ]
        let words = touched.filter(\.0).map(\.1)
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    /// A factor that stays, or a telephone that becomes one.
    public struct Factor: Sendable {
        public var id: String
        public var phoneNumber: PhoneNumber?
        public var displayName: String?
        /// Absent for one that is enrolled now, or stays as it is.
        public var enrolledAt: Date?

        public init(id: String, phoneNumber: PhoneNumber?, displayName: String?, enrolledAt: Date? = nil) {
            self.id = id
            self.phoneNumber = phoneNumber
            self.displayName = displayName
            self.enrolledAt = enrolledAt
        }
    }
}
