public import Foundation

/// A message in the outbox. It is written in the transaction that creates its code, so that neither exists without the other.
public struct OutboxMessage: Sendable, Equatable {
    /// The channel by which a message is delivered.
    public struct Channel: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let email = Self(rawValue: "email")
        /// A text message to a phone.
        public static let sms = Self(rawValue: "sms")
    }

    /// The kind of a message. A template of each kind exists in every language.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let passwordReset = Self(rawValue: "password_reset")
        public static let verifyEmail = Self(rawValue: "verify_email")
        public static let emailSignIn = Self(rawValue: "email_sign_in")
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

    public enum State: String, Sendable, CaseIterable {
        case waiting
        case sent
        /// Delivery was given up, because of a permanent refusal or because the code expired first.
        case failed
    }

    public let id: String
    public let realm: Realm
    public let channel: Channel
    public let kind: Kind
    /// An email address, or a phone number in E.164 form.
    public let recipient: String
    /// The sealed ``MessageContent``. It is sealed because its link or code opens an account.
    public let sealedContent: SealedSecret
    public let createdAt: Date
    /// The time at which the code expires. The message is neither sent nor kept after it.
    public let expiresAt: Date
    public var state: State
    /// The number of delivery attempts so far.
    public var attempts: Int
    public var nextAttemptAt: Date
    /// The error of the last failed delivery, for operators.
    public var lastError: String?

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

    public static func sealingContext(project: ProjectID, id: String) -> SealingContext {
        SealingContext(project: project, table: "outbox_message", row: id, column: "sealed_content")
    }
}
