import Foundation
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyTestSupport

extension StoreContract {
    static let webhooks: [Case] = [
        Case("webhooks read back with every field, oldest first, of one project, and change except id, project and date") { store in
            try await store.begin()
            let (young, old) = (WebhookEndpoint.sample("b", createdAt: start.later(1)), WebhookEndpoint.sample("a"))
            let foreign = WebhookEndpoint.sample("c", of: Realm.neighbour.project)
            try await store.write { transaction in for endpoint in [young, old, foreign] { try transaction.insert(endpoint) } }
            try expect(try await store.read { try $0.webhookEndpoints(of: .sample) }, is: [old, young])
            var changed = WebhookEndpoint.sample("a", of: Realm.neighbour.project, createdAt: start.later(9))
            (changed.url, changed.events, changed.isEnabled) = ("https://b.example.org/", [.deleted], false)
            (changed.failingSince, changed.lastError, changed.droppedCount) = (start.later(2), "broken", 7)
            try await store.once { [changed] in try $0.update(changed) }
            let expected = WebhookEndpoint(
                id: "a", project: .sample, url: changed.url, events: [.deleted], sealedSecret: changed.sealedSecret,
                sealedPrevious: changed.sealedPrevious, previousUntil: changed.previousUntil, isEnabled: false, createdAt: start,
                failingSince: start.later(2), lastError: "broken", droppedCount: 7)
            try expect(try await store.read { try $0.webhookEndpoint("a") }, is: expected)
            try expect(try await store.read { try $0.webhookCounts().endpoints }, is: [.active: 2, .disabled: 1])
            try await expectConflict(.other) { try await store.once { try $0.insert(WebhookEndpoint.sample("a")) } }
            try await expectConflict(.project) { try await store.once { try $0.insert(WebhookEndpoint.sample("d", of: "missing")) } }
        },
        Case("deliveries about an account to a webhook are made one after another, those about others beside them") { store in
            try await store.begin(with: "webhook")
            try await store.write { transaction in
                for (id, account) in [("a1", "ada"), ("a2", "ada"), ("b1", "bob"), ("a3", "ada")] {
                    try transaction.insert(WebhookDelivery.sample(id, about: account))
                }
                func claim(_ now: Date) throws -> [String] {
                    try transaction.claimWebhookDeliveries(to: "webhook", limit: 9, at: now, retryAt: now.later(60)).map(\.id)
                }
                func finish(_ id: String, _ state: WebhookDelivery.State) throws {
                    var delivery = try transaction.webhookDelivery(id) ?? .sample("missing", about: "ada")
                    (delivery.state, delivery.payload) = (state, state == .delivered ? nil : delivery.payload)
                    try transaction.update(delivery, at: start.later(10))
                }
                try expect(try transaction.retryWebhookDeliveries(to: "webhook", only: nil, limit: 9, at: start), is: 0)
                try expect(try claim(start), is: ["a1", "b1"])
                // A claim ends, so that the delivery of a worker that died is made by another one.
                try expect(try claim(start.later(59)), is: [])
                try expect(try transaction.nextWebhookAttempts(), is: ["webhook": start.later(60)])
                try expect(try claim(start.later(60)), is: ["a1", "b1"])
                try expect(try transaction.webhookDelivery("a1")?.attempts, is: 2)
                try finish("b1", .delivered)
                try expect(try claim(start.later(61)), is: [])
                try finish("a1", .failed)
                try expect(try claim(start.later(61)), is: ["a2"])
                try finish("a2", .delivered)
                try expect(try transaction.webhookDelivery("a2")?.payload, is: nil)
                try expect(try transaction.nextWebhookAttempts(), is: ["webhook": start.later(10)])
                try expect(try transaction.webhookCounts().failed, is: 1)
                try expect(try transaction.webhookCounts().waiting, is: 1)
                // It waits again, behind the one that waits already.
                try expect(try transaction.retryWebhookDeliveries(to: "webhook", only: "a2", limit: 9, at: start.later(70)), is: 0)
                try expect(try transaction.retryWebhookDeliveries(to: "webhook", only: nil, limit: 9, at: start.later(70)), is: 1)
                try expect(try claim(start.later(70)), is: ["a3"])
                try finish("a3", .delivered)
                try expect(try claim(start.later(70)), is: ["a1"])
                try expect(try transaction.webhookDelivery("a1")?.attempts, is: 1)
                try expect(try transaction.webhookDeliveries(to: "webhook", limit: 2).map(\.id), is: ["a3", "b1"])
            }
        },
        Case("deliveries that wait for a later attempt are hastened, except those that may be in progress") { store in
            try await store.begin(with: "webhook")
            try await store.write { transaction in
                for (id, seconds) in [("now", 0), ("soon", 60), ("late", 61), ("later", 900)] {
                    var delivery = WebhookDelivery.sample(id, about: id)
                    delivery.nextAttemptAt = start.later(seconds)
                    try transaction.insert(delivery)
                }
                try transaction.insert(WebhookDelivery.sample("queued", about: "later"))
                try transaction.insert(WebhookDelivery.sample("failed", about: "eve", state: .failed))
                try expect(try transaction.waitingWebhooks(to: "webhook"), is: 5)
                func hasten(_ id: String?, limit: Int = 9) throws -> [Int] {
                    let done = try transaction.hastenWebhookDeliveries(
                        to: "webhook", only: id, dueAfter: start.later(60), limit: limit, at: start.later(1))
                    return [done.hastened, done.soon]
                }
                try expect(try hasten(nil, limit: 0), is: [0, 2])
                for id in ["queued", "failed", "missing"] { try expect(try hasten(id), is: [0, 0]) }
                try expect(try hasten("soon"), is: [0, 1])
                try expect(try hasten(nil, limit: 1), is: [1, 2])
                try expect(try transaction.webhookDelivery("late")?.nextAttemptAt, is: start.later(1))
                try expect(try transaction.webhookDelivery("later")?.nextAttemptAt, is: start.later(900))
                try expect(try hasten("later"), is: [1, 0])
                let claimed = try transaction.claimWebhookDeliveries(to: "webhook", limit: 9, at: start.later(1), retryAt: start.later(60))
                try expect(Set(claimed.map(\.id)), is: ["now", "late", "later"])
                try expect(try hasten(nil), is: [0, 4])
            }
        },
        Case("webhooks that fail or are disabled are found over all projects") { store in
            try await store.begin()
            try await store.write { transaction in
                var (failing, disabled, foreign) = (
                    WebhookEndpoint.sample("b"), WebhookEndpoint.sample("a"), WebhookEndpoint.sample("c", of: Realm.neighbour.project)
                )
                (failing.failingSince, disabled.isEnabled, foreign.failingSince) = (start.later(1), false, start.later(2))
                for endpoint in [failing, disabled, foreign, .sample("fine")] { try transaction.insert(endpoint) }
                let found = try transaction.troubledWebhooks(limit: 9)
                try expect(Set(found.map(\.id)), is: ["a", "b", "c"])
                try expect(found.map(\.project.rawValue), is: found.map(\.project.rawValue).sorted())
                try expect(try transaction.troubledWebhooks(limit: 2).count, is: 2)
            }
        },
        Case("a disabled webhook gets no deliveries, and a deleted one takes its deliveries with it") { store in
            try await store.begin(with: "webhook")
            try await store.write { transaction in
                try transaction.insert(WebhookDelivery.sample("a", about: "ada"))
                try transaction.insert(WebhookDelivery.sample("b", about: "bob"))
                try expect(try transaction.hasWaitingWebhooks(2, to: "webhook"), is: true)
                try expect(try transaction.hasWaitingWebhooks(3, to: "webhook"), is: false)
                try transaction.insert(WebhookDelivery.sample("a2", about: "ada"))
                try transaction.insert(WebhookDelivery.sample("a3", about: "ada", state: .failed))
                for (count, isReached) in [(1, true), (2, true), (3, false)] {
                    try expect(try transaction.hasWaitingWebhooks(count, to: "webhook", about: "ada", in: .sample), is: isReached)
                }
                try expect(try transaction.lastUnfinishedWebhook(to: "webhook", about: "ada", in: .sample)?.id, is: "a2")
                try expect(try transaction.lastUnfinishedWebhook(to: "webhook", about: "eve", in: .sample), is: nil)
                var endpoint = WebhookEndpoint.sample("webhook")
                endpoint.isEnabled = false
                try transaction.update(endpoint)
                let claimed = try transaction.claimWebhookDeliveries(to: "webhook", limit: 9, at: start, retryAt: start)
                try expect(claimed, is: [])
                try expect(try transaction.nextWebhookAttempts(), is: [:])
                try expect(try transaction.deleteWebhookEndpoint("webhook"), is: true)
                try expect(try transaction.deleteWebhookEndpoint("webhook"), is: false)
                try expect(try transaction.webhookDelivery("a"), is: nil)
            }
            try await expectConflict(.other) { try await store.once { try $0.insert(WebhookDelivery.sample("c", about: "ada")) } }
        },
        Case("deliveries about an account are reduced, and removed seven days after their event in any state") { store in
            try await store.begin(with: "webhook")
            try await store.write { transaction in
                for (id, state) in [
                    ("sent", WebhookDelivery.State.delivered), ("failed", .failed), ("waiting", .waiting), ("other", .waiting),
                ] {
                    try transaction.insert(WebhookDelivery.sample(id, about: id == "other" ? "bob" : "ada", state: state))
                }
                try transaction.reduceWebhookDeliveries(about: "ada", in: .sample) { "reduced \($0.id)" }
                try expect(try transaction.webhookDeliveries(about: "ada", in: .sample).map(\.payload), is: ["reduced waiting"])
                try expect(try transaction.webhookDelivery("other")?.payload, is: "{}")
                try transaction.insert(WebhookDelivery.sample("later", about: "ada", createdAt: start.later(5)))
                try transaction.removeExpired(at: start.later(604_800_000))
                try expect(try transaction.webhookDeliveries(to: "webhook", limit: 9).map(\.id), is: ["later"])
                // Nothing is before it any more.
                try expect(try transaction.webhookDelivery("later")?.state, is: .waiting)
            }
        },
        Case("steps run in transactions with events, and their error undoes the transaction") { store in
            struct Refusal: Error {}
            struct Step: CommitStep {
                func complete(_ events: [AuthEvent], in transaction: any StoreWriting) throws {
                    if events.contains(where: { $0.reason == "refuse" }) { throw Refusal() }
                    let id = events.map { $0.reason ?? "" }.joined(separator: "+")
                    try transaction.insert(WebhookDelivery.sample(id, about: "ada"))
                }
            }
            try await store.begin(with: "webhook")
            store.commitSteps.add(Step())
            @Sendable func event(_ reason: String) -> AuthEvent {
                AuthEvent(at: start, realm: .sample, kind: .update, outcome: .allowed, reason: reason)
            }
            try await store.once { try $0.proveWritable() }
            try await store.write { transaction in
                try transaction.append(event("one"))
                try? transaction.attempt {
                    try transaction.append(event("undone"))
                    throw Refusal()
                }
                try transaction.append(event("two"))
            }
            do {
                try await store.once { try $0.append(event("refuse")) }
                try expect(false, "the error of a step ends the transaction")
            } catch is Refusal {}
            try expect(try await store.read { try $0.webhookDeliveries(to: "webhook", limit: 9).map(\.id) }, is: ["one+two"])
            try expect(try await store.read { try $0.events(of: .sample, subject: nil, limit: 9).map(\.reason) }, is: ["two", "one"])
        },
    ]
}

extension AccountStore {
    /// Inserts the sample projects and a webhook.
    fileprivate func begin(with webhook: String) async throws {
        try await begin()
        try await once { try $0.insert(WebhookEndpoint.sample(webhook)) }
    }
}

extension WebhookEndpoint {
    static func sample(_ id: String, of project: ProjectID = .sample, createdAt: Date = start) -> WebhookEndpoint {
        WebhookEndpoint(
            id: id, project: project, url: "https://a.example.org/", events: [.created, .signedIn],
            sealedSecret: SealedSecret(bytes: [1, 0, 2]), sealedPrevious: SealedSecret(bytes: [3]), previousUntil: start.later(60),
            createdAt: createdAt)
    }
}

extension WebhookDelivery {
    fileprivate static func sample(
        _ id: String, about account: String, createdAt: Date = start, state: State = .waiting
    ) -> WebhookDelivery {
        WebhookDelivery(
            id: id, endpoint: "webhook", event: .updated, realm: .sample, account: AccountID(rawValue: account), payload: "{}",
            createdAt: createdAt, state: state)
    }
}
