public import Foundation
public import LatchkeySecrets

/// A one-time code that was sent to an email address, and the action that it permits.
public struct OneTimeCode: Sendable, Equatable {
    /// The action. Raw values are those of `requestType` on the wire.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The value of `requestType` on the wire, for example `PASSWORD_RESET`.
        public let rawValue: String
        /// Creates a kind from a value of `requestType`, which may be unknown.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Sets a new password.
        public static let passwordReset = Self(rawValue: "PASSWORD_RESET")
        /// Confirms the address of an account.
        public static let verifyEmail = Self(rawValue: "VERIFY_EMAIL")
        /// Signs in, or signs up.
        public static let emailSignIn = Self(rawValue: "EMAIL_SIGNIN")
        /// Confirms a new address, which then replaces the current one.
        public static let verifyAndChangeEmail = Self(rawValue: "VERIFY_AND_CHANGE_EMAIL")
        /// Restores the former address of an account.
        public static let recoverEmail = Self(rawValue: "RECOVER_EMAIL")
        /// Removes an address from an account: "this was not me". An addition of Latchkey.
        public static let disownEmail = Self(rawValue: "DISOWN_EMAIL")

        /// Creates an account with the address. An addition of Latchkey, for its sign-in page.
        public static let signUp = Self(rawValue: "SIGN_UP")

        /// Withdraws a second factor that was added to an account.
        public static let revertSecondFactor = Self(rawValue: "REVERT_SECOND_FACTOR_ADDITION")

        /// The kinds that belong to an account, in no particular order.
        static let all: [Self] = [
            .passwordReset, .verifyEmail, .emailSignIn, .verifyAndChangeEmail, .recoverEmail, .disownEmail, .revertSecondFactor,
        ]
    }

    /// The fingerprint of the code (`oobCode` on the wire). The code itself is not stored.
    public let id: Fingerprint
    /// The project and the tenant in which the code is valid.
    public let realm: Realm
    /// The action that the code permits.
    public let kind: Kind
    /// The address to which the code was sent.
    public let recipient: EmailAddress
    /// The account's address when the code was created; for `RECOVER_EMAIL` the address to restore.
    public let email: EmailAddress?
    /// The address that the account is to get; for `RECOVER_EMAIL` the one that replaced the former address.
    public let newEmail: EmailAddress?
    /// The account; `nil` if the address had none. Such a code signs a new user in, or it was never sent and only counts.
    public let account: AccountID?
    /// The enrollment id; for `REVERT_SECOND_FACTOR_ADDITION` only.
    public let secondFactor: String?
    /// The time at which the code was created.
    public let createdAt: Date
    /// The first instant at which the code is invalid.
    public let expiresAt: Date

    /// The length of a code in characters from an alphabet of 64, as in Firebase.
    package static let length = 54
    private static let alphabet = AccountID.alphabet + "-_"
    /// The seconds for which an expired code stays in the store, so that its use fails with `EXPIRED_OOB_CODE`.
    public static let rememberedSeconds = 86_400.0

    /// Creates a code from its stored values.
    public init(
        id: Fingerprint, realm: Realm, kind: Kind, recipient: EmailAddress, email: EmailAddress? = nil, newEmail: EmailAddress? = nil,
        account: AccountID? = nil, secondFactor: String? = nil, createdAt: Date, expiresAt: Date
    ) {
        self.id = id
        self.realm = realm
        self.kind = kind
        self.recipient = recipient
        self.email = email
        self.newEmail = newEmail
        self.account = account
        self.secondFactor = secondFactor
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    /// Returns a new random code. Only its fingerprint is stored.
    static func newText(_ random: RandomTokens) -> Secret<String> {
        Secret(random.text(length: length, from: alphabet))
    }
}

extension OneTimeCode.Kind {
    /// The lifetime of a code in seconds.
    ///
    /// The more a code permits, the shorter its lifetime. A password reset is used at once by a waiting user. Verification
    /// has to outlast a weekend, and recovery a vacation. Withdrawing a second factor gets no more than the standard lifetime: until it
    /// has passed, the factor is worth no more than the mailbox.
    public var lifetimeSeconds: Double {
        switch self {
        case .passwordReset: 3600
        case .emailSignIn: 6 * 3600
        case .signUp: 86_400
        case .recoverEmail, .disownEmail: 30 * 86_400
        default: 3 * 86_400
        }
    }

    /// The maximum burst of emails of one kind to one address, and of address changes of one account; the quota refills within an hour.
    static let maxPerHour = 5
}
