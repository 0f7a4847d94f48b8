public import Foundation

/// An event that is delivered to a webhook endpoint. It is written in the transaction that changes the account, so that neither exists
/// without the other.
public struct WebhookDelivery: Sendable, Equatable {
    /// The state of a delivery.
    public enum State: String, Sendable, CaseIterable {
        /// It waits until an earlier delivery about the same account is finished.
        case queued
        /// It waits for its next attempt.
        case waiting
        /// The endpoint accepted it.
        case delivered
        /// It was given up.
        case failed
    }

    /// The random id, `msg_` and 24 characters. The requests of all attempts carry it.
    public let id: String
    /// The id of the endpoint.
    public let endpoint: String
    /// The kind of the event.
    public let event: UserEvent
    /// The realm of the account.
    public let realm: Realm
    /// The uid of the account. The deliveries of one account to one endpoint are made in the order of their events.
    public let account: AccountID
    /// The JSON body; `nil` once it was delivered.
    public var payload: String?
    /// The time of the event.
    public let createdAt: Date
    /// The state.
    public var state: State
    /// The number of attempts so far.
    public var attempts: Int
    /// The time from which a worker may make the next attempt.
    public var nextAttemptAt: Date
    /// The error of the last failed attempt.
    public var lastError: String?

    /// Creates a delivery from its stored values. The store determines whether a new delivery is `waiting` or `queued`.
    public init(
        id: String, endpoint: String, event: UserEvent, realm: Realm, account: AccountID, payload: String?, createdAt: Date,
        state: State = .waiting, attempts: Int = 0, nextAttemptAt: Date? = nil, lastError: String? = nil
    ) {
        self.id = id
        self.endpoint = endpoint
        self.event = event
        self.realm = realm
        self.account = account
        self.payload = payload
        self.createdAt = createdAt
        self.state = state
        self.attempts = attempts
        self.nextAttemptAt = nextAttemptAt ?? createdAt
        self.lastError = lastError
    }

    /// The age in seconds at which a delivery is removed in every state: seven days after its event.
    public static let keptSeconds: Double = 604_800
    /// The duration of a worker's claim in seconds, in which a delivery may be in progress. It is longer than the timeout of a request.
    package static let claimSeconds: Double = 60
    /// The number of accepted deliveries that are kept for each endpoint.
    package static let keptDelivered = 1000
    /// The maximum size of a payload in bytes. A larger user is reduced to its uid.
    package static let maxPayloadBytes = 65_536
    static let idPrefix = "msg_"
    static let idLength = 24
}
