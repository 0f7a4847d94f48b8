#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A message to a person that waits to be delivered, or was: written in the transaction that made its code, so that neither exists
/// without the other.
public struct OutboxMessage: Sendable, Equatable {
    /// How it travels.
    public struct Channel: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let email = Self(rawValue: "email")
        /// A text message to a telephone.
        public static let sms = Self(rawValue: "sms")
    }

    /// What it says; a template of each kind exists in every language.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let passwordReset = Self(rawValue: "password_reset")
        public static let verifyEmail = Self(rawValue: "verify_email")
        public static let emailSignIn = Self(rawValue: "email_sign_in")
        public static let verifyAndChangeEmail = Self(rawValue: "verify_and_change_email")
        /// To the address that an account had: it was changed, and this link takes it back.
        public static let recoverEmail = Self(rawValue: "recover_email")
        /// To the holder of an account: a second factor was added, and this link takes it away.
        public static let revertSecondFactor = Self(rawValue: "revert_second_factor")
        /// Sent to the holder of an account when a session is used from a new network.
        public static let newNetwork = Self(rawValue: "new_network")
        /// A code for a telephone.
        public static let phoneCode = Self(rawValue: "phone_code")
        /// Says only that messages arrive; for operators.
        public static let test = Self(rawValue: "test")
    }

    public enum State: String, Sendable, CaseIterable {
        case waiting
        case sent
        /// Given up: refused for good, or its code ended first.
        case failed
    }

    public let id: String
    public let realm: Realm
    public let channel: Channel
    public let kind: Kind
    /// An e-mail address, or a telephone number in E.164 form.
    public let recipient: String
    /// A ``MessageContent``, sealed because its link or code opens an account.
    public let sealedContent: SealedSecret
    public let createdAt: Date
    /// When its code ends: later it is neither sent nor kept.
    public let expiresAt: Date
    public var state: State
    /// Deliveries tried so far.
    public var attempts: Int
    public var nextAttemptAt: Date
    /// What the last failed delivery said, for operators.
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
