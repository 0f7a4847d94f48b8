public import Foundation

/// A message in the outbox. It is written in the transaction that creates its code, so that neither exists without the other.
public struct OutboxMessage: Sendable, Equatable {
    /// The channel by which a message is delivered.
    public struct Channel: RawRepresentable, Hashable, Sendable {
        /// The name in the store, for example `email`.
        public let rawValue: String
        /// Creates a channel from a name, which may be unknown.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// An email.
        public static let email = Self(rawValue: "email")
        /// A text message to a phone.
        public static let sms = Self(rawValue: "sms")
    }

    /// The kind of a message. A template of each kind exists in every language.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The name in the store and in the names of templates, for example `password_reset`.
        public let rawValue: String
        /// Creates a kind from a name, which may be unknown.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The link for setting a new password.
        public static let passwordReset = Self(rawValue: "password_reset")
        /// The link that confirms the address of an account.
        public static let verifyEmail = Self(rawValue: "verify_email")
        /// The link that signs in without a password.
        public static let emailSignIn = Self(rawValue: "email_sign_in")
        /// The link that finishes a sign-up on the sign-in page.
        public static let signUp = Self(rawValue: "sign_up")
        /// Tells the account holder that a sign-up was requested with the account's address, with a link for setting a new password.
        public static let accountExists = Self(rawValue: "account_exists")
        /// The link that confirms a new address before the account gets it.
        public static let verifyAndChangeEmail = Self(rawValue: "verify_and_change_email")
        /// Tells the holder of a former address that the address was changed, with a link to undo the change.
        public static let recoverEmail = Self(rawValue: "recover_email")
        /// Tells the account holder that a second factor was added, with a link to remove it.
        public static let revertSecondFactor = Self(rawValue: "revert_second_factor")
        /// Tells the account holder that a session was used from a new network.
        public static let newNetwork = Self(rawValue: "new_network")
        /// Carries a code to a phone.
        public static let phoneCode = Self(rawValue: "phone_code")
        /// Tests the delivery, for operators.
        public static let test = Self(rawValue: "test")
    }

    /// The state of the delivery.
    public enum State: String, Sendable, CaseIterable {
        case waiting
        case sent
        /// Delivery was given up, because of a permanent refusal or because the code expired first.
        case failed
    }

    /// The random id of the message, 22 characters.
    public let id: String
    /// The project and the tenant of the recipient.
    public let realm: Realm
    /// The channel that delivers the message.
    public let channel: Channel
    /// The kind of message, which selects its template.
    public let kind: Kind
    /// An email address, or a phone number in E.164 form.
    public let recipient: String
    /// The sealed ``MessageContent``. It is sealed because its link or code opens an account.
    public package(set) var sealedContent: SealedSecret
    /// The time at which the message was written.
    public let createdAt: Date
    /// The time at which the code expires. The message is neither sent nor kept after it.
    public let expiresAt: Date
    /// The state of the delivery.
    public var state: State
    /// The number of delivery attempts so far.
    public var attempts: Int
    /// The time from which a worker may attempt the delivery.
    public var nextAttemptAt: Date
    /// The error of the last failed delivery, for operators.
    public var lastError: String?

    /// Creates a message from its stored values. By default it waits for its first delivery.
    public init(
        id: String, realm: Realm, channel: Channel, kind: Kind, recipient: String, sealedContent: SealedSecret, createdAt: Date,
        expiresAt: Date, state: State = .waiting, attempts: Int = 0, nextAttemptAt: Date? = nil, lastError: String? = nil
    ) {
        self.id = id
        self.realm = realm
        self.channel = channel
        self.kind = kind
        self.recipient = recipient
        self.sealedContent = sealedContent
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.state = state
        self.attempts = attempts
        self.nextAttemptAt = nextAttemptAt ?? createdAt
        self.lastError = lastError
    }

    package static func sealingContext(project: ProjectID, id: String) -> SealingContext {
        SealingContext(project: project, table: "outbox_message", row: id, column: "sealed_content")
    }
}
