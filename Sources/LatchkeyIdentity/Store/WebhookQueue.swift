import Foundation
package import LatchkeySecrets

/// Queues the events of accounts for the webhooks of their project, in the transaction of the change.
package struct WebhookQueue: CommitStep {
    private let random: RandomTokens
    private let describe: @Sendable (Account, any StoreReading) throws -> String

    /// - Parameter describe: Returns an account as JSON, without anything secret.
    package init(
        random: RandomTokens = .system, describe: @escaping @Sendable (Account, any StoreReading) throws -> String
    ) {
        self.random = random
        self.describe = describe
    }

    package func complete(_ events: [AuthEvent], in transaction: any StoreWriting) throws {
        var seen: [Change] = []
        for event in events {
            guard let kind = UserEvent(event), let account = event.subject else { continue }
            let change = Change(account: account, realm: event.realm, kind: kind)
            // The payload shows the account at the end of the transaction, so a second event of the same kind would repeat it.
            if seen.contains(change) || seen.contains(change.with(.created)) { continue }
            seen.append(change)
            try queue(change, at: event.at, in: transaction)
        }
    }

    private func queue(_ change: Change, at instant: Date, in transaction: any StoreWriting) throws {
        let endpoints = try transaction.endpoints(of: change.kind, in: change.realm.project)
        guard !endpoints.isEmpty, let account = try transaction.account(change.account, in: change.realm) else { return }
        let envelope = WebhookEnvelope(change.kind, change.realm, at: instant)
        let full = envelope.text(user: try describe(account, transaction))
        let payload = full.utf8.count > WebhookDelivery.maxPayloadBytes ? envelope.text(uid: change.account) : full
        try transaction.queue(change.kind, of: change.account, in: change.realm, payload, to: endpoints, at: instant, random: random)
    }

    private struct Change: Equatable {
        let account: AccountID
        let realm: Realm
        let kind: UserEvent

        func with(_ kind: UserEvent) -> Change { Change(account: account, realm: realm, kind: kind) }
    }
}

extension StoreWriting {
    /// Queues the deletion of an account, and removes the account's data from deliveries that were not made yet.
    func queueDeletion(of account: AccountID, in realm: Realm, at instant: Date, random: RandomTokens) throws {
        try reduceWebhookDeliveries(about: account, in: realm) { delivery in
            WebhookEnvelope(delivery.event, realm, at: delivery.createdAt).text(uid: account)
        }
        let endpoints = try endpoints(of: .deleted, in: realm.project)
        let payload = WebhookEnvelope(.deleted, realm, at: instant).text(uid: account)
        try queue(.deleted, of: account, in: realm, payload, to: endpoints, at: instant, random: random)
    }

    /// Returns the enabled endpoints of a project that learn of an event.
    fileprivate func endpoints(of event: UserEvent, in project: ProjectID) throws -> [WebhookEndpoint] {
        try webhookEndpoints(of: project).filter { $0.isEnabled && $0.events.contains(event) }
    }

    fileprivate func queue(
        _ event: UserEvent, of account: AccountID, in realm: Realm, _ payload: String, to endpoints: [WebhookEndpoint], at instant: Date,
        random: RandomTokens
    ) throws {
        for var endpoint in endpoints {
            // A delivery that was never attempted can report a later change too. An attempted one cannot, even if an operator retries it:
            // the back end may have processed its id.
            if event == .updated, var last = try lastUnfinishedWebhook(to: endpoint.id, about: account, in: realm), last.event == event,
                last.state == .queued, last.lastError == nil
            {
                last.payload = payload
                try update(last, at: instant)
                continue
            }
            // A sign-in must not fail because a back end does not accept its events. The deletion of an account is its last event, so its
            // own limit does not apply.
            guard try !hasWaitingWebhooks(WebhookEndpoint.maxWaiting, to: endpoint.id),
                try event == .deleted
                    || !hasWaitingWebhooks(WebhookEndpoint.maxWaitingOfAccount, to: endpoint.id, about: account, in: realm)
            else {
                endpoint.droppedCount += 1
                try update(endpoint)
                continue
            }
            try insert(
                WebhookDelivery(
                    id: WebhookDelivery.idPrefix + random.text(length: WebhookDelivery.idLength, from: AccountID.alphabet),
                    endpoint: endpoint.id, event: event, realm: realm, account: account, payload: payload,
                    createdAt: instant.inWholeMilliseconds))
        }
    }
}

/// The JSON body of a request to a webhook: `{"type": ..., "timestamp": ..., "data": {"projectId": ..., "user": {...}}}`.
private struct WebhookEnvelope {
    private let event: UserEvent
    private let realm: Realm
    private let instant: Date

    init(_ event: UserEvent, _ realm: Realm, at instant: Date) {
        self.event = event
        self.realm = realm
        self.instant = instant
    }

    /// - Parameter user: The user as JSON.
    func text(user: String) -> String {
        let project = Self.json(realm.project.rawValue)
        return """
            {"type":"\(event.rawValue)","timestamp":"\(instant.rfc3339)","data":{"projectId":\(project),"user":\(user)}}
            """
    }

    /// The body with nothing about the user except the uid.
    func text(uid: AccountID) -> String {
        let tenant = realm.tenant == .none ? "" : ",\"tenantId\":" + Self.json(realm.tenant.rawValue)
        return text(user: "{\"localId\":\(Self.json(uid.rawValue))\(tenant)}")
    }

    private static func json(_ text: String) -> String {
        guard let bytes = try? JSONEncoder().encode(text) else { preconditionFailure("texts always have a JSON form") }
        return String(decoding: bytes, as: UTF8.self)
    }
}
