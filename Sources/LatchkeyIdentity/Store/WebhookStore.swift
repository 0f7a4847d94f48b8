public import Foundation

/// The numbers of webhook endpoints and deliveries, over all projects.
public struct WebhookCounts: Sendable, Equatable {
    /// The deliveries that were not made yet.
    public var waiting: Int
    /// The deliveries that were given up and not removed yet.
    public var failed: Int
    /// The endpoints in each state, without states that no endpoint has.
    public var endpoints: [WebhookEndpoint.State: Int]

    /// Creates the numbers.
    public init(waiting: Int = 0, failed: Int = 0, endpoints: [WebhookEndpoint.State: Int] = [:]) {
        self.waiting = waiting
        self.failed = failed
        self.endpoints = endpoints
    }
}

/// Read access to webhook endpoints and their deliveries.
public protocol WebhookReading {
    /// Returns the endpoint with an id.
    func webhookEndpoint(_ id: String) throws -> WebhookEndpoint?
    /// Returns the endpoints of a project, the oldest first.
    func webhookEndpoints(of project: ProjectID) throws -> [WebhookEndpoint]
    /// Returns the deliveries to an endpoint, the newest first.
    func webhookDeliveries(to endpoint: String, limit: Int) throws -> [WebhookDelivery]
    /// Returns the delivery with an id.
    func webhookDelivery(_ id: String) throws -> WebhookDelivery?
    /// Returns the deliveries that concern an account, the oldest first, at most 1000.
    func webhookDeliveries(about account: AccountID, in realm: Realm) throws -> [WebhookDelivery]
    /// Returns the time of the next attempt for each enabled endpoint that has a waiting delivery.
    func nextWebhookAttempts() throws -> [String: Date]
    /// Whether a number of deliveries, or more, waits for an endpoint.
    func hasWaitingWebhooks(_ count: Int, to endpoint: String) throws -> Bool
    /// Whether a number of deliveries about an account, or more, waits for an endpoint.
    func hasWaitingWebhooks(_ count: Int, to endpoint: String, about account: AccountID, in realm: Realm) throws -> Bool
    /// Returns the newest delivery about an account to an endpoint that is not finished.
    func lastUnfinishedWebhook(to endpoint: String, about account: AccountID, in realm: Realm) throws -> WebhookDelivery?
    /// Returns the number of deliveries that wait for an endpoint.
    func waitingWebhooks(to endpoint: String) throws -> Int
    /// Returns the endpoints of all projects that are failing or disabled, by project.
    func troubledWebhooks(limit: Int) throws -> [WebhookEndpoint]
    /// Returns the numbers of endpoints and deliveries.
    func webhookCounts() throws -> WebhookCounts
}

/// Write access to webhook endpoints and their deliveries.
public protocol WebhookWriting: WebhookReading {
    /// Inserts an endpoint.
    func insert(_ endpoint: WebhookEndpoint) throws
    /// Replaces everything except id, project and creation date. Does nothing if the endpoint no longer exists.
    func update(_ endpoint: WebhookEndpoint) throws
    /// Deletes an endpoint with its deliveries.
    ///
    /// - Returns: Whether the endpoint existed.
    func deleteWebhookEndpoint(_ id: String) throws -> Bool
    /// Inserts a delivery, as `queued` if an earlier one about the same account is not finished, otherwise as `waiting`.
    func insert(_ delivery: WebhookDelivery) throws
    /// Claims due deliveries to an enabled endpoint, the one that waited longest first, and counts the attempt.
    ///
    /// The deliveries stay in the waiting state and are due again at `retryAt`, so that a crash during an attempt loses none.
    func claimWebhookDeliveries(to endpoint: String, limit: Int, at now: Date, retryAt: Date) throws -> [WebhookDelivery]
    /// Stores payload, state, attempts, next attempt and last error. If the state is `delivered` or `failed`, the next queued delivery about
    /// the same account begins to wait, and is due at `now`. Does nothing if the delivery no longer exists.
    func update(_ delivery: WebhookDelivery, at now: Date) throws
    /// Makes given-up deliveries to an endpoint wait again for a first attempt at `now`, in the order of their events.
    ///
    /// - Parameter id: The only delivery; all of the endpoint if it is `nil`.
    /// - Returns: The number of deliveries, at most `limit`.
    func retryWebhookDeliveries(to endpoint: String, only id: String?, limit: Int, at now: Date) throws -> Int
    /// Makes deliveries to an endpoint that wait for an attempt after `due` wait for `now` instead. Others may be in progress.
    ///
    /// - Parameter id: The only delivery; all of the endpoint if it is `nil`.
    /// - Returns: The number of deliveries that changed, at most `limit`, and of those that wait for an attempt until `due`.
    func hastenWebhookDeliveries(
        to endpoint: String, only id: String?, dueAfter due: Date, limit: Int, at now: Date
    ) throws -> (hastened: Int, soon: Int)
    /// Deletes the finished deliveries about an account, and replaces the payload of each other one with that of `reduced`.
    func reduceWebhookDeliveries(
        about account: AccountID, in realm: Realm, _ reduced: (WebhookDelivery) throws -> String
    ) throws
}
