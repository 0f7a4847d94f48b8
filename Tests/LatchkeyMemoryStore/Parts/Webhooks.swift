import Foundation
import LatchkeyIdentity

extension MemoryTransaction {
    func webhookEndpoint(_ id: String) throws -> WebhookEndpoint? { state.webhookEndpoints.first { $0.id == id } }

    func webhookEndpoints(of project: ProjectID) throws -> [WebhookEndpoint] {
        state.webhookEndpoints.filter { $0.project == project }.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    func webhookDeliveries(to endpoint: String, limit: Int) throws -> [WebhookDelivery] {
        Array(state.webhookDeliveries.filter { $0.endpoint == endpoint }.reversed().prefix(max(0, limit)))
    }

    func webhookDelivery(_ id: String) throws -> WebhookDelivery? { state.webhookDeliveries.first { $0.id == id } }

    func webhookDeliveries(about account: AccountID, in realm: Realm) throws -> [WebhookDelivery] {
        Array(state.webhookDeliveries.filter { $0.isAbout(account, in: realm) }.prefix(1000))
    }

    func nextWebhookAttempts() throws -> [String: Date] {
        let enabled = Set(state.webhookEndpoints.filter(\.isEnabled).map(\.id))
        let waiting = state.webhookDeliveries.filter { $0.state == .waiting && enabled.contains($0.endpoint) }
        return Dictionary(waiting.map { ($0.endpoint, $0.nextAttemptAt) }, uniquingKeysWith: min)
    }

    func hasWaitingWebhooks(_ count: Int, to endpoint: String) throws -> Bool {
        state.webhookDeliveries.count { $0.endpoint == endpoint && $0.isUnfinished } >= count
    }

    func hasWaitingWebhooks(_ count: Int, to endpoint: String, about account: AccountID, in realm: Realm) throws -> Bool {
        state.webhookDeliveries.count { $0.endpoint == endpoint && $0.isAbout(account, in: realm) && $0.isUnfinished } >= count
    }

    func lastUnfinishedWebhook(to endpoint: String, about account: AccountID, in realm: Realm) throws -> WebhookDelivery? {
        state.webhookDeliveries.last { $0.endpoint == endpoint && $0.isAbout(account, in: realm) && $0.isUnfinished }
    }

    func waitingWebhooks(to endpoint: String) throws -> Int {
        state.webhookDeliveries.count { $0.endpoint == endpoint && $0.isUnfinished }
    }

    func troubledWebhooks(limit: Int) throws -> [WebhookEndpoint] {
        let troubled = state.webhookEndpoints.filter { $0.failingSince != nil || !$0.isEnabled }
        return Array(
            troubled.sorted { ($0.project.rawValue, $0.createdAt, $0.id) < ($1.project.rawValue, $1.createdAt, $1.id) }.prefix(
                max(0, limit)))
    }

    func webhookCounts() throws -> WebhookCounts {
        WebhookCounts(
            waiting: state.webhookDeliveries.count(where: \.isUnfinished), failed: state.webhookDeliveries.count { $0.state == .failed },
            endpoints: Dictionary(grouping: state.webhookEndpoints, by: \.state).mapValues(\.count))
    }

    func insert(_ endpoint: WebhookEndpoint) throws {
        try requireProject(endpoint.project)
        try require(try webhookEndpoint(endpoint.id) == nil, .other, "the id is taken")
        state.webhookEndpoints.append(endpoint)
    }

    func update(_ endpoint: WebhookEndpoint) throws {
        addsMessages = true
        guard let found = state.webhookEndpoints.firstIndex(where: { $0.id == endpoint.id }) else { return }
        let before = state.webhookEndpoints[found]
        state.webhookEndpoints[found] = WebhookEndpoint(
            id: before.id, project: before.project, url: endpoint.url, events: endpoint.events, sealedSecret: endpoint.sealedSecret,
            sealedPrevious: endpoint.sealedPrevious, previousUntil: endpoint.previousUntil, isEnabled: endpoint.isEnabled,
            createdAt: before.createdAt, failingSince: endpoint.failingSince, lastError: endpoint.lastError,
            droppedCount: endpoint.droppedCount)
    }

    func deleteWebhookEndpoint(_ id: String) throws -> Bool {
        remove(\.webhookDeliveries) { $0.endpoint == id }
        return remove(\.webhookEndpoints) { $0.id == id } == 1
    }

    func insert(_ delivery: WebhookDelivery) throws {
        try require(try webhookEndpoint(delivery.endpoint) != nil, .other, "no such endpoint")
        try require(try webhookDelivery(delivery.id) == nil, .other, "the id is taken")
        addsMessages = true
        var delivery = delivery
        if delivery.state == .waiting, state.webhookDeliveries.contains(where: { $0.isUnfinished && $0.sharesOrder(with: delivery) }) {
            delivery.state = .queued
        }
        state.webhookDeliveries.append(delivery)
    }

    func claimWebhookDeliveries(to endpoint: String, limit: Int, at now: Date, retryAt: Date) throws -> [WebhookDelivery] {
        guard try webhookEndpoint(endpoint)?.isEnabled == true else { return [] }
        let due = state.webhookDeliveries.indices.filter { index in
            let delivery = state.webhookDeliveries[index]
            return delivery.endpoint == endpoint && delivery.state == .waiting && delivery.nextAttemptAt <= now
        }
        let claimed = due.sorted {
            (state.webhookDeliveries[$0].nextAttemptAt, $0) < (state.webhookDeliveries[$1].nextAttemptAt, $1)
        }.prefix(max(0, limit))
        for index in claimed {
            state.webhookDeliveries[index].attempts += 1
            state.webhookDeliveries[index].nextAttemptAt = retryAt
        }
        return claimed.map { state.webhookDeliveries[$0] }.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    func update(_ delivery: WebhookDelivery, at now: Date) throws {
        guard let found = state.webhookDeliveries.firstIndex(where: { $0.id == delivery.id }) else { return }
        state.webhookDeliveries[found].payload = delivery.payload
        state.webhookDeliveries[found].state = delivery.state
        state.webhookDeliveries[found].attempts = delivery.attempts
        state.webhookDeliveries[found].nextAttemptAt = delivery.nextAttemptAt
        state.webhookDeliveries[found].lastError = delivery.lastError
        if !delivery.isUnfinished { promoteWebhookDeliveries(at: now) }
    }

    func retryWebhookDeliveries(to endpoint: String, only id: String?, limit: Int, at now: Date) throws -> Int {
        addsMessages = true
        let failed = state.webhookDeliveries.indices.filter { index in
            let delivery = state.webhookDeliveries[index]
            return delivery.endpoint == endpoint && delivery.state == .failed && (id == nil || delivery.id == id)
        }.prefix(max(0, limit))
        for index in failed { (state.webhookDeliveries[index].state, state.webhookDeliveries[index].attempts) = (.queued, 0) }
        promoteWebhookDeliveries(at: now)
        return failed.count
    }

    func hastenWebhookDeliveries(
        to endpoint: String, only id: String?, dueAfter due: Date, limit: Int, at now: Date
    ) throws -> (hastened: Int, soon: Int) {
        addsMessages = true
        let waiting = state.webhookDeliveries.indices.filter { index in
            let delivery = state.webhookDeliveries[index]
            return delivery.endpoint == endpoint && delivery.state == .waiting && (id == nil || delivery.id == id)
        }
        let late = waiting.filter { state.webhookDeliveries[$0].nextAttemptAt > due }
        let hastened = late.sorted { state.webhookDeliveries[$0].nextAttemptAt < state.webhookDeliveries[$1].nextAttemptAt }
            .prefix(max(0, limit))
        for index in hastened { state.webhookDeliveries[index].nextAttemptAt = now }
        return (hastened.count, waiting.count - late.count)
    }

    func reduceWebhookDeliveries(about account: AccountID, in realm: Realm, _ reduced: (WebhookDelivery) throws -> String) throws {
        remove(\.webhookDeliveries) { $0.isAbout(account, in: realm) && !$0.isUnfinished }
        for index in state.webhookDeliveries.indices where state.webhookDeliveries[index].isAbout(account, in: realm) {
            state.webhookDeliveries[index].payload = try reduced(state.webhookDeliveries[index])
        }
    }

    /// Lets the first queued delivery about each account wait, if none does.
    func promoteWebhookDeliveries(at now: Date) {
        for index in state.webhookDeliveries.indices where state.webhookDeliveries[index].state == .queued {
            let delivery = state.webhookDeliveries[index]
            let others = state.webhookDeliveries.enumerated().filter { $0.offset != index && $0.element.sharesOrder(with: delivery) }
            if others.contains(where: { $0.element.state == .waiting || $0.element.state == .queued && $0.offset < index }) { continue }
            state.webhookDeliveries[index].state = .waiting
            state.webhookDeliveries[index].nextAttemptAt = now
        }
    }
}

extension WebhookDelivery {
    fileprivate var isUnfinished: Bool { state == .queued || state == .waiting }

    fileprivate func isAbout(_ account: AccountID, in realm: Realm) -> Bool { self.account == account && self.realm == realm }

    fileprivate func sharesOrder(with other: WebhookDelivery) -> Bool {
        endpoint == other.endpoint && account == other.account && realm == other.realm
    }
}
