import HTTPTypes
package import Hummingbird
package import LatchkeyIdentity
import LatchkeySecrets
package import LatchkeyWeb
import LatchkeyWire

/// `v2/projects/{project}/webhooks`: lists, creates, changes and deletes webhooks, and shows and retries their deliveries.
///
/// Firebase has no equivalent. The command uses the same calls.
struct WebhookCalls: Sendable {
    let store: StoreReader
    let webhooks: WebhookAdministration

    private static let standardCount = 100
    private static let maxCount = 1000
    private static let maxBodyBytes = 16_384
    private static let path = "/v2/projects/:project/webhooks"
    private static let webhook = path + "/:webhook"

    func add(to router: Router<ServerContext>, through admin: AdminRoutes) {
        addCollection(to: router, through: admin)
        addOne(to: router, through: admin)
        addDeliveries(to: router, through: admin)
    }

    private func words(
        _ id: String, _ summary: String, _ details: String, errors: [WireErrorCode] = [.invalidArgument, .invalidConfig],
        request: String? = nil
    ) -> APIWords {
        APIWords(id, .webhooks, summary, details + " Firebase has no such call.", errors: errors, request: request)
    }

    private func addCollection(to router: Router<ServerContext>, through admin: AdminRoutes) {
        admin.on(
            .get, Self.path, words("listWebhooks", "Lists the webhooks of a project", "Secrets are not returned."), of: router,
            output: .json(WebhookListReply.self)
        ) { _, _, caller in
            let project = caller.caller.project.id
            let found = try await store.read { view in
                try view.webhookEndpoints(of: view.administeredProject(project).id)
            }
            return try Response.json(WebhookListReply(webhooks: found.isEmpty ? nil : found.map { WebhookInfo($0) }))
        }
        let creating = words(
            "createWebhook", "Creates a webhook",
            "The server sends the chosen events of users to the `url`. The response contains the secret that signs them, once.",
            request: #"{"url":"https://example.org/hook","events":["user.created"],"enabled":true}"#)
        admin.on(.post, Self.path, creating, of: router, input: .json(WebhookChange.self), output: .json(WebhookInfo.self)) {
            request, _, caller in
            let input = try await Self.change(in: request, from: caller)
            guard let url = input.url else { throw SettingRefusal("A webhook needs a url.") }
            let made = try await webhooks.create(
                url: url, events: input.events ?? [], isEnabled: input.enabled ?? true, in: caller.caller.project.id, by: caller.author)
            return try Response.json(WebhookInfo(made.endpoint, secret: made.secret))
        }
    }

    private func addOne(to router: Router<ServerContext>, through admin: AdminRoutes) {
        admin.on(
            .get, Self.webhook, words("getWebhook", "Returns a webhook", "The secret is not returned."), of: router,
            output: .json(WebhookInfo.self)
        ) { _, context, caller in
            let (id, project) = (try context.parameters.require("webhook"), caller.caller.project.id)
            return try Response.json(WebhookInfo(try await store.read { try $0.webhook(id, of: project) }))
        }
        admin.on(
            .patch, Self.webhook, words("updateWebhook", "Changes a webhook", "Changes the members in the body."), of: router,
            input: .json(WebhookChange.self), output: .json(WebhookInfo.self)
        ) { request, context, caller in
            let input = try await Self.change(in: request, from: caller)
            let changed = try await webhooks.change(
                try context.parameters.require("webhook"), of: caller.caller.project.id,
                .init(url: input.url, events: input.events, isEnabled: input.enabled), by: caller.author)
            return try Response.json(WebhookInfo(changed))
        }
        admin.on(
            .delete, Self.webhook, words("deleteWebhook", "Deletes a webhook", "Deletes its waiting deliveries too."), of: router,
            output: .object
        ) { _, context, caller in
            try await webhooks.delete(try context.parameters.require("webhook"), of: caller.caller.project.id, by: caller.author)
            return try Response.json([String: String]())
        }
        let rotating = words(
            "rotateWebhookSecret", "Replaces the secret of a webhook",
            "The response contains the new secret, once. Until the time in `previousSecretUntil`, deliveries have signatures of both.")
        admin.on(.post, Self.webhook + "/rotateSecret", rotating, of: router, output: .json(WebhookInfo.self)) { _, context, caller in
            let made = try await webhooks.rotateSecret(
                of: try context.parameters.require("webhook"), in: caller.caller.project.id, by: caller.author)
            return try Response.json(WebhookInfo(made.endpoint, secret: made.secret))
        }
    }

    private static func change(in request: Request, from caller: AdminCaller) async throws -> WebhookChange {
        let body = try await request.bytes(upTo: maxBodyBytes)
        try FieldMask(nil, body: body).require(["url", "events", "enabled"], of: WebhookChange.self, from: caller)
        return try WireDecoder.decode(WebhookChange.self, from: body)
    }

    private func addDeliveries(to router: Router<ServerContext>, through admin: AdminRoutes) {
        admin.on(
            .get, Self.webhook + "/deliveries",
            words(
                "listWebhookDeliveries", "Lists the deliveries of a webhook",
                "Lists 100 deliveries, or `pageSize`, at most 1,000.", errors: [.invalidPageSelection]),
            of: router, input: .query(WebhookDeliveriesRequest.self), output: .json(WebhookDeliveriesReply.self)
        ) { request, context, caller in
            let input = try WireDecoder.decode(WebhookDeliveriesRequest.self, fromForm: Array((request.uri.query ?? "").utf8))
            let count = input.pageSize ?? Self.standardCount
            guard (1...Self.maxCount).contains(count) else {
                throw SignInError(.init(rawValue: "INVALID_PAGE_SELECTION"), message: "pageSize must be 1 to \(Self.maxCount).")
            }
            let (id, project) = (try context.parameters.require("webhook"), caller.caller.project.id)
            let found = try await store.read { try $0.webhookDeliveries(to: $0.webhook(id, of: project).id, limit: count) }
            return try Response.json(WebhookDeliveriesReply(deliveries: found.isEmpty ? nil : found.map(WebhookDeliveryInfo.init)))
        }
        admin.on(
            .post, Self.webhook + "/retry",
            words("retryWebhookDeliveries", "Repeats deliveries", "Repeats the delivery `deliveryId`; without it, all that were given up."),
            of: router, input: .json(WebhookRetryRequest.self), output: .json(WebhookRetryReply.self)
        ) { request, context, caller in
            let body = try await request.bytes(upTo: Self.maxBodyBytes)
            let input = try WireDecoder.decode(WebhookRetryRequest.self, from: body.isEmpty ? Array("{}".utf8) : body)
            let done = try await webhooks.retry(
                input.deliveryId.unlessEmpty, to: try context.parameters.require("webhook"), of: caller.caller.project.id,
                by: caller.author)
            return try Response.json(WebhookRetryReply(retried: done.retried, dueSoon: done.soon == 0 ? nil : done.soon))
        }
    }
}

extension AdminRoutes {
    /// Adds the calls for webhooks.
    package func addWebhooks(_ webhooks: WebhookAdministration, to router: Router<ServerContext>) {
        WebhookCalls(store: store, webhooks: webhooks).add(to: router, through: self)
    }
}

extension WebhookInfo {
    /// - Parameter secret: The new secret, which is shown once.
    init(_ endpoint: WebhookEndpoint, secret: Secret<String>? = nil) {
        self.init(
            id: endpoint.id, url: endpoint.url, events: endpoint.events.map(\.rawValue), enabled: endpoint.isEnabled,
            state: endpoint.state.rawValue, createdAt: endpoint.createdAt.rfc3339, failingSince: endpoint.failingSince?.rfc3339,
            lastError: endpoint.lastError, droppedEvents: endpoint.droppedCount,
            previousSecretUntil: endpoint.previousUntil?.rfc3339, secret: secret?.expose())
    }
}

extension WebhookDeliveryInfo {
    init(_ delivery: WebhookDelivery) {
        self.init(
            id: delivery.id, event: delivery.event.rawValue, localId: delivery.account.rawValue,
            tenantId: delivery.realm.tenant == .none ? nil : delivery.realm.tenant.rawValue, state: delivery.state.rawValue,
            attempts: delivery.attempts, createdAt: delivery.createdAt.rfc3339,
            nextAttemptAt: delivery.state == .waiting ? delivery.nextAttemptAt.rfc3339 : nil, lastError: delivery.lastError)
    }
}
