import Foundation
package import LatchkeySecrets

/// Creates, changes and deletes the webhooks of projects on behalf of administrators.
package struct WebhookAdministration: Sendable {
    let store: any AccountStore
    let sealer: Sealer
    let checkURL: @Sendable (String) async throws -> Void
    let now: WallClock
    let random: RandomTokens

    private static let idLength = 12
    private static let idAlphabet = "abcdefghijkmnopqrstuvwxyz23456789"
    /// The maximum number of given-up deliveries that one call retries.
    package static let maxRetried = 10_000

    /// The changes of an endpoint; `nil` leaves a property as it is.
    package struct Change: Sendable {
        package var url: String?
        package var events: [String]?
        package var isEnabled: Bool?

        package init(url: String? = nil, events: [String]? = nil, isEnabled: Bool? = nil) {
            self.url = url
            self.events = events
            self.isEnabled = isEnabled
        }
    }

    /// Creates an endpoint. The clear text of its secret exists only in the returned value.
    ///
    /// - Throws: ``ActRefusal``: `noProject`, `conflict` if the project has the maximum number of endpoints; ``SettingRefusal``.
    package func create(
        url: String, events: [String], isEnabled: Bool, in project: ProjectID, by author: ActAuthor
    ) async throws -> (endpoint: WebhookEndpoint, secret: Secret<String>) {
        let events = try Self.checked(events)
        try await checkURL(url)
        let id = "we_" + random.text(length: Self.idLength, from: Self.idAlphabet)
        let made = try WebhookEndpoint.make(
            id: id, project: project, url: url, events: events, isEnabled: isEnabled, at: now(), sealer: sealer, random: random)
        return try await store.administer(by: author, at: now()) { transaction in
            _ = try transaction.administeredProject(project)
            guard try transaction.webhookEndpoints(of: project).count < WebhookEndpoint.maxCount else {
                throw ActRefusal.conflict("\(project) has \(WebhookEndpoint.maxCount) webhooks, which is the maximum. Delete one first.")
            }
            try transaction.insert(made.endpoint)
            return (made, AdministrativeAct(in: Realm(project: project), "webhook " + id))
        }
    }

    /// Changes an endpoint. Enabling it also forgets its last error.
    ///
    /// - Throws: ``ActRefusal``: `noProject`, `notFound`; ``SettingRefusal``.
    package func change(_ id: String, of project: ProjectID, _ change: Change, by author: ActAuthor) async throws -> WebhookEndpoint {
        let events = try change.events.map(Self.checked)
        let present = try await store.read { try $0.webhook(id, of: project) }
        if let url = change.url, url != present.url { try await checkURL(url) }
        return try await store.administer(by: author, at: now()) { transaction in
            let before = try transaction.webhook(id, of: project)
            var endpoint = before
            endpoint.url = change.url ?? endpoint.url
            endpoint.events = events ?? endpoint.events
            if let isEnabled = change.isEnabled, isEnabled != endpoint.isEnabled {
                endpoint.isEnabled = isEnabled
                if isEnabled { (endpoint.failingSince, endpoint.lastError) = (nil, nil) }
            }
            guard endpoint != before else { return (endpoint, nil) }
            try transaction.update(endpoint)
            let what = endpoint.isEnabled == before.isEnabled ? "webhook " : endpoint.isEnabled ? "webhook enabled " : "webhook disabled "
            return (endpoint, AdministrativeAct(in: Realm(project: project), what + id))
        }
    }

    /// Deletes an endpoint with its deliveries.
    ///
    /// - Throws: ``ActRefusal``: `noProject`, `notFound`.
    package func delete(_ id: String, of project: ProjectID, by author: ActAuthor) async throws {
        try await store.administer(by: author, at: now()) { transaction in
            _ = try transaction.webhook(id, of: project)
            _ = try transaction.deleteWebhookEndpoint(id)
            return ((), AdministrativeAct(in: Realm(project: project), "webhook deleted " + id))
        }
    }

    /// Replaces the secret. The previous one also signs for ``WebhookEndpoint/overlapSeconds``; an earlier one no longer does.
    ///
    /// - Throws: ``ActRefusal``: `noProject`, `notFound`; ``SealingError`` if the present secret was sealed with another master key.
    package func rotateSecret(
        of id: String, in project: ProjectID, by author: ActAuthor
    ) async throws -> (endpoint: WebhookEndpoint, secret: Secret<String>) {
        let (secret, instant) = (StandardWebhookSignature.newSecret(random: random), now().inWholeMilliseconds)
        return try await store.administer(by: author, at: instant) { [sealer] transaction in
            var endpoint = try transaction.webhook(id, of: project)
            try endpoint.rotate(to: secret, at: instant, sealer: sealer)
            try transaction.update(endpoint)
            return ((endpoint, secret), AdministrativeAct(in: Realm(project: project), "webhook secret " + id))
        }
    }

    /// Makes deliveries again that were given up, and those that wait for their next attempt without waiting longer.
    ///
    /// - Parameter delivery: The only one; all of the endpoint if it is `nil`.
    /// - Returns: The number of deliveries, and of further ones that wait for an attempt within ``WebhookDelivery/claimSeconds``. These
    ///   may be in progress, and stay as they are.
    /// - Throws: ``ActRefusal``: `noProject`, `notFound`, `alreadyDone` if the delivery was accepted or waits behind another one.
    package func retry(
        _ delivery: String?, to id: String, of project: ProjectID, by author: ActAuthor
    ) async throws -> (retried: Int, soon: Int) {
        let instant = now().inWholeMilliseconds
        let due = instant.addingTimeInterval(WebhookDelivery.claimSeconds)
        return try await store.administer(by: author, at: instant) { transaction in
            _ = try transaction.webhook(id, of: project)
            let (hastened, soon) = try transaction.hastenWebhookDeliveries(
                to: id, only: delivery, dueAfter: due, limit: Self.maxRetried, at: instant)
            var count = hastened
            if try !transaction.hasWaitingWebhooks(WebhookEndpoint.maxWaiting, to: id) {
                count += try transaction.retryWebhookDeliveries(to: id, only: delivery, limit: Self.maxRetried, at: instant)
            } else if hastened + soon == 0 {
                throw ActRefusal.alreadyDone("\(WebhookEndpoint.maxWaiting) deliveries wait for the webhook \(id). Retry later.")
            }
            if let delivery, count + soon == 0 {
                guard let found = try transaction.webhookDelivery(delivery), found.endpoint == id else {
                    throw ActRefusal.notFound("The webhook \(id) has no delivery \(delivery.prefix(64)); it may have been removed.")
                }
                throw ActRefusal.alreadyDone(
                    found.state == .queued
                        ? "\(delivery) follows an earlier delivery about the same account. Retry that one."
                        : "\(delivery) is \(found.state.rawValue). Only failed and waiting deliveries can be retried.")
            }
            let act = AdministrativeAct(in: Realm(project: project), "webhook deliveries retried \(id) \(count)")
            return ((count, soon), count == 0 ? nil : act)
        }
    }

    /// - Throws: ``SettingRefusal`` for no events and for an unknown one.
    private static func checked(_ names: [String]) throws -> [UserEvent] {
        let known = UserEvent.allCases.map(\.rawValue).joined(separator: ", ")
        let events = try names.map { name in
            guard let event = UserEvent(rawValue: name) else {
                throw SettingRefusal("\(name.prefix(64)) is not an event of webhooks. The events are \(known).")
            }
            return event
        }
        guard !events.isEmpty else { throw SettingRefusal("A webhook needs at least one event. The events are \(known).") }
        return UserEvent.allCases.filter(events.contains)
    }
}

extension StoreReading {
    /// Returns a webhook of a project that administrators can change.
    ///
    /// - Throws: ``ActRefusal``: `noProject`, `notFound`.
    package func webhook(_ id: String, of project: ProjectID) throws -> WebhookEndpoint {
        _ = try administeredProject(project)
        guard let endpoint = try webhookEndpoint(id), endpoint.project == project else {
            throw ActRefusal.notFound("\(project) has no webhook \(id.prefix(64)).")
        }
        return endpoint
    }
}
