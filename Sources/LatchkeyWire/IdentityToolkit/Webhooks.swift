/// A webhook of a project, in requests and responses. Webhooks are specific to Latchkey.
public struct WebhookInfo: Codable, Equatable, Sendable {
    /// The id, such as `we_8fk2m0qz51xw`.
    public var id: String?
    /// The URL of the requests.
    public var url: String?
    /// The events, for example `user.created`.
    public var events: [String]?
    /// Whether requests are sent.
    public var enabled: Bool?
    /// `active`, `failing` or `disabled`.
    public var state: String?
    /// The time at which it was created, as RFC 3339 text.
    public var createdAt: String?
    /// The time of the first failed attempt since the last successful one, as RFC 3339 text.
    public var failingSince: String?
    /// The error of the last failed attempt.
    public var lastError: String?
    /// The number of events that were dropped because too many deliveries waited.
    public var droppedEvents: Int?
    /// The time until which the previous secret also signs, as RFC 3339 text.
    public var previousSecretUntil: String?
    /// The signing secret. Only in the responses to the creation and to the rotation of the secret.
    public var secret: String?

    package init(
        id: String? = nil, url: String? = nil, events: [String]? = nil, enabled: Bool? = nil, state: String? = nil,
        createdAt: String? = nil, failingSince: String? = nil, lastError: String? = nil, droppedEvents: Int? = nil,
        previousSecretUntil: String? = nil, secret: String? = nil
    ) {
        self.id = id
        self.url = url
        self.events = events
        self.enabled = enabled
        self.state = state
        self.createdAt = createdAt
        self.failingSince = failingSince
        self.lastError = lastError
        self.droppedEvents = droppedEvents
        self.previousSecretUntil = previousSecretUntil
        self.secret = secret
    }
}

/// A change of a webhook. Absent members stay as they are; the creation requires `url` and `events`.
public struct WebhookChange: Codable, Equatable, Sendable {
    /// The URL of the requests.
    public var url: String?
    /// The events, for example `user.created`.
    public var events: [String]?
    /// Whether requests are sent; true if absent at the creation.
    public var enabled: Bool?

    package init(url: String? = nil, events: [String]? = nil, enabled: Bool? = nil) {
        self.url = url
        self.events = events
        self.enabled = enabled
    }
}

/// The webhooks of a project.
public struct WebhookListReply: Codable, Equatable, Sendable {
    /// The webhooks, the oldest first; absent if there are none.
    public var webhooks: [WebhookInfo]?

    package init(webhooks: [WebhookInfo]?) {
        self.webhooks = webhooks
    }
}

/// A delivery of an event to a webhook, without its content.
public struct WebhookDeliveryInfo: Codable, Equatable, Sendable {
    /// The id, which the requests carry in `webhook-id`.
    public var id: String?
    /// The event, for example `user.created`.
    public var event: String?
    /// The uid of the account.
    public var localId: String?
    /// The tenant of the account.
    public var tenantId: String?
    /// `queued` behind another delivery about the account, `waiting` for its next attempt, `delivered` or `failed`.
    public var state: String?
    /// The number of attempts.
    public var attempts: Int?
    /// The time of the event, as RFC 3339 text.
    public var createdAt: String?
    /// The time of the next attempt, as RFC 3339 text; only while it waits.
    public var nextAttemptAt: String?
    /// The error of the last failed attempt.
    public var lastError: String?

    package init(
        id: String? = nil, event: String? = nil, localId: String? = nil, tenantId: String? = nil, state: String? = nil,
        attempts: Int? = nil, createdAt: String? = nil, nextAttemptAt: String? = nil, lastError: String? = nil
    ) {
        self.id = id
        self.event = event
        self.localId = localId
        self.tenantId = tenantId
        self.state = state
        self.attempts = attempts
        self.createdAt = createdAt
        self.nextAttemptAt = nextAttemptAt
        self.lastError = lastError
    }
}

/// The query of the deliveries to a webhook.
public struct WebhookDeliveriesRequest: Codable, Equatable, Sendable {
    /// The maximum number of deliveries, 1 to 1000; 100 if absent.
    public var pageSize: Int?
}

/// The deliveries to a webhook.
public struct WebhookDeliveriesReply: Codable, Equatable, Sendable {
    /// The deliveries, the newest first; absent if there are none.
    public var deliveries: [WebhookDeliveryInfo]?

    package init(deliveries: [WebhookDeliveryInfo]?) {
        self.deliveries = deliveries
    }
}

/// Which deliveries to retry.
public struct WebhookRetryRequest: Codable, Equatable, Sendable {
    /// The only delivery; all deliveries of the webhook that were given up or wait for their next attempt if absent.
    public var deliveryId: String?

    package init(deliveryId: String? = nil) {
        self.deliveryId = deliveryId
    }
}

/// The number of deliveries that are retried.
public struct WebhookRetryReply: Codable, Equatable, Sendable {
    /// The number of deliveries.
    public var retried: Int?
    /// The number of further deliveries whose next attempt is within a minute anyway, or in progress; absent if there are none.
    public var dueSoon: Int?

    package init(retried: Int?, dueSoon: Int?) {
        self.retried = retried
        self.dueSoon = dueSoon
    }
}
