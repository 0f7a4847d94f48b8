import HTTPTypes
import Hummingbird
import LatchkeyConsole
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// `/console/projects/PROJECT/back-ends/webhooks/WEBHOOK`: the settings and the latest deliveries of a webhook.
struct WebhookPage: Sendable {
    let console: Console
    let webhooks: WebhookAdministration

    private static let route = BackEndPage.webhooks.route + "/:webhook"
    private static let shownDeliveries = 50

    static func path(of id: String, in project: ProjectID) -> String {
        BackEndPage.webhooks.path(in: project) + "/" + PercentEncoding.encode(id)
    }

    private struct Content {
        let frame: ConsoleFrame
        let head: BackEndHead
        let list: String
        let id: String
        let url: String
        let created: ShownDate
        let state: WebhookState
        let failing: ShownDate?
        let lastError: String?
        let droppedEvents: Int?
        let previousUntil: ShownDate?
        /// A new secret. Shown once.
        let secret: String?
        let form: WebhookForm
        let deliveries: [DeliveryRow]
        let count: Int
    }

    private struct DeliveryRow {
        let id: String
        let event: String
        let account: String
        let accountLink: String
        let state: String
        let isFailed: Bool
        let isDelivered: Bool
        let attempts: Int
        let created: ShownDate
        let next: ShownDate?
        let error: String?
        let mayRetry: Bool
    }

    private static let actions = [
        "changed": "Webhook saved.", "retried": "The server sends the deliveries again.",
        "none": "No delivery failed or waits for a later attempt. Deliveries that are due within a minute are sent automatically.",
    ]

    func add(to router: Router<ServerContext>) {
        console.get(Self.route, on: router) { request, context in
            let visitor = try await console.door.visitor(request)
            let project = try await console.project(context)
            let id = try context.parameters.require("webhook")
            let endpoint = try await console.store.read { try $0.webhook(id, of: project.id) }
            return try await show(endpoint, visitor, project, done: request.queryParameters["done"].flatMap { Self.actions[$0] })
        }
        console.form(Self.route + "/change", by: .owner, isGrave: true, on: router) { input in try await change(input) }
        console.form(Self.route + "/rotate", by: .owner, isGrave: true, on: router) { input in
            let changed = try await webhooks.rotateSecret(
                of: try input.context.parameters.require("webhook"), in: input.project.id, by: input.author)
            return try await show(changed.endpoint, input.visitor, input.project, secret: changed.secret)
        }
        console.form(Self.route + "/retry", by: .owner, on: router) { input in try await retry(input) }
        console.form(Self.route + "/delete", by: .owner, on: router) { input in
            try await webhooks.delete(try input.context.parameters.require("webhook"), of: input.project.id, by: input.author)
            return .seeOther(BackEndPage.webhooks.path(in: input.project.id) + "?done=deleted")
        }
    }

    private func change(_ input: ConsoleRequest) async throws -> Response {
        let id = try input.context.parameters.require("webhook")
        let form = WebhookForm(input.form)
        return try await RefusedForm.catching {
            _ = try await webhooks.change(
                id, of: input.project.id, .init(url: form.url, events: form.chosen, isEnabled: form.isEnabled), by: input.author)
            return .seeOther(Self.path(of: id, in: input.project.id) + "?done=changed")
        } refused: { problem in
            let endpoint = try await console.store.read { try $0.webhook(id, of: input.project.id) }
            return try await show(endpoint, input.visitor, input.project, form: form.refused(problem))
        }
    }

    private func retry(_ input: ConsoleRequest) async throws -> Response {
        let id = try input.context.parameters.require("webhook")
        let delivery = input.form["delivery"].flatMap { $0.isEmpty ? nil : $0 }
        return try await RefusedForm.catching {
            let retried = try await webhooks.retry(delivery, to: id, of: input.project.id, by: input.author).retried
            return .seeOther(Self.path(of: id, in: input.project.id) + "?done=" + (retried > 0 ? "retried" : "none"))
        } refused: { problem in
            let endpoint = try await console.store.read { try $0.webhook(id, of: input.project.id) }
            return try await show(endpoint, input.visitor, input.project, message: problem)
        }
    }

    /// - Parameter secret: The new secret of the webhook.
    func show(
        _ endpoint: WebhookEndpoint, _ visitor: ConsoleVisitor, _ project: Project, message: String? = nil, done: String? = nil,
        secret: Secret<String>? = nil, form: WebhookForm? = nil
    ) async throws -> Response {
        let deliveries = try await console.store.read { try $0.webhookDeliveries(to: endpoint.id, limit: Self.shownDeliveries) }
        let head = BackEndHead(
            .webhooks, visitor, of: project, in: console, at: Self.path(of: endpoint.id, in: project.id), message: message, done: done)
        let isRefused = message != nil || form?.problem != nil
        return try console.page(
            "console-webhook",
            Content(
                frame: console.frame(visitor, .backEnds, of: project), head: head, list: BackEndPage.webhooks.path(in: project.id),
                id: endpoint.id, url: visitor.shown(endpoint.url), created: ShownDate(endpoint.createdAt),
                state: WebhookState(endpoint.state), failing: endpoint.failingSince.map(ShownDate.init), lastError: endpoint.lastError,
                droppedEvents: endpoint.droppedCount > 0 ? endpoint.droppedCount : nil,
                previousUntil: endpoint.previousUntil.map(ShownDate.init), secret: secret?.expose(),
                form: form ?? WebhookForm(endpoint), deliveries: deliveries.map { row($0, isOwner: head.isOwner) },
                count: Self.shownDeliveries), status: isRefused ? .badRequest : .ok)
    }

    private func row(_ delivery: WebhookDelivery, isOwner: Bool) -> DeliveryRow {
        DeliveryRow(
            id: delivery.id, event: delivery.event.rawValue, account: delivery.account.rawValue,
            accountLink: ConsoleRealm.users(of: delivery.realm) + "/" + PercentEncoding.encode(delivery.account.rawValue),
            state: delivery.state.rawValue, isFailed: delivery.state == .failed, isDelivered: delivery.state == .delivered,
            attempts: delivery.attempts, created: ShownDate(delivery.createdAt),
            next: delivery.state == .waiting ? ShownDate(delivery.nextAttemptAt) : nil, error: delivery.lastError,
            mayRetry: isOwner && (delivery.state == .failed || delivery.state == .waiting))
    }
}
