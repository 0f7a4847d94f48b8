public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a code that was sent to an address allows, once, whoever opens that mailbox.
public struct OneTimeCode: Sendable, Equatable {
    /// What it does; the texts are those of `requestType` on the wire.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let passwordReset = Self(rawValue: "PASSWORD_RESET")
        /// Confirms the address of an account for its holder.
        public static let verifyEmail = Self(rawValue: "VERIFY_EMAIL")
        /// Signs in, or signs up.
        public static let emailSignIn = Self(rawValue: "EMAIL_SIGNIN")
        /// Confirms a new address, which then takes the place of the present one.
        public static let verifyAndChangeEmail = Self(rawValue: "VERIFY_AND_CHANGE_EMAIL")
        /// Gives an account the address back that it had.
        public static let recoverEmail = Self(rawValue: "RECOVER_EMAIL")
        /// Takes an address away from an account: "this was not me". Latchkey's own.
        public static let disownEmail = Self(rawValue: "DISOWN_EMAIL")

        /// Withdraws a second factor that was added to an account.
        public static let revertSecondFactor = Self(rawValue: "REVERT_SECOND_FACTOR_ADDITION")

        /// Those that belong to an account, in no particular order.
        static let all: [Self] = [
            .passwordReset, .verifyEmail, .emailSignIn, .verifyAndChangeEmail, .recoverEmail, .disownEmail, .revertSecondFactor,
        ]
    }

    public let id: Fingerprint
    public let realm: Realm
    public let kind: Kind
    /// Where it was sent.
    public let recipient: EmailAddress
    /// The account's address when the code was made; for `RECOVER_EMAIL` the one that comes back.
    public let email: EmailAddress?
    /// The address that the account is to get; for `RECOVER_EMAIL` the one that it got.
    public let newEmail: EmailAddress?
    /// Absent where the address had no account. Such a code signs in, or it was never sent and only counts.
    public let account: AccountID?
    /// The enrolment's id; for `REVERT_SECOND_FACTOR_ADDITION` only.
    public let secondFactor: String?
    public let createdAt: Date
    public let expiresAt: Date

    /// Characters of a code, each one of 64: as many as Firebase's have.
    public static let length = 54
    private static let alphabet = AccountID.alphabet + "-_"
    /// A code stays in the store for this long after its end, so that its holder can be told that it ended.
    public static let rememberedSeconds = 86_400.0

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

    /// A new text for a code; only its fingerprint is kept.
    static func newText(_ random: RandomTokens) -> Secret<String> {
        Secret(random.text(length: length, from: alphabet))
    }
}

extension OneTimeCode.Kind {
    /// How long a code can be used.
    ///
    /// The shorter, the more it opens: a reset is asked for by somebody who waits for it. Verification waits for people who read their
    /// mail on Monday, and recovery for people who come back from a journey. Withdrawing a second factor gets no more than the standard
    /// time: until it is over the factor is worth no more than the mailbox.
    public var lifetimeSeconds: Double {
        switch self {
        case .passwordReset: 3600
        case .emailSignIn: 6 * 3600
        case .recoverEmail, .disownEmail: 30 * 86_400
        default: 3 * 86_400
        }
    }

    /// How many mails of one kind are sent to one address at once, and for changes of address of one account; an hour brings them back.
    static let maxPerHour = 5
}
