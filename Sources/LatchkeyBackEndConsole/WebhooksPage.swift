import HTTPTypes
import Hummingbird
import LatchkeyConsole
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// `/console/projects/PROJECT/back-ends/webhooks`: the webhooks of a project.
struct WebhooksPage: Sendable {
    let console: Console
    let webhooks: WebhookAdministration
    /// The page that shows a new webhook with its secret.
    let page: WebhookPage

    private struct Content {
        let frame: ConsoleFrame
        let head: BackEndHead
        let rows: [Row]
        let form: WebhookForm
    }

    private struct Row {
        let href: String
        let id: String
        let url: String
        let events: String
        let state: WebhookState
        let waiting: Int
    }

    func add(to router: Router<ServerContext>) {
        console.get(BackEndPage.webhooks.route, on: router) { request, context in
            let visitor = try await console.door.visitor(request)
            let done = request.queryParameters["done"] == "deleted" ? "Webhook deleted." : nil
            return try await show(visitor, try await console.project(context), done: done)
        }
        // A webhook sends the data of users to its URL, also after the session has ended.
        console.form(BackEndPage.webhooks.route + "/create", by: .owner, isGrave: true, on: router) { input in
            let form = WebhookForm(input.form)
            return try await RefusedForm.catching {
                let made = try await webhooks.create(
                    url: form.url, events: form.chosen, isEnabled: true, in: input.project.id, by: input.author)
                return try await page.show(made.endpoint, input.visitor, input.project, secret: made.secret)
            } refused: {
                try await show(input.visitor, input.project, form: form.refused($0))
            }
        }
    }

    private func show(
        _ visitor: ConsoleVisitor, _ project: Project, done: String? = nil, form: WebhookForm = WebhookForm()
    ) async throws -> Response {
        let rows = try await console.store.read { view in
            try view.webhookEndpoints(of: project.id).map {
                Row(
                    href: WebhookPage.path(of: $0.id, in: project.id), id: $0.id, url: visitor.shown($0.url),
                    events: $0.events.map(\.rawValue).joined(separator: ", "), state: WebhookState($0.state),
                    waiting: try view.waitingWebhooks(to: $0.id))
            }
        }
        return try console.page(
            "console-webhooks",
            Content(
                frame: console.frame(visitor, .backEnds, of: project),
                head: BackEndHead(.webhooks, visitor, of: project, in: console, done: done), rows: rows, form: form),
            status: form.problem == nil ? .ok : .badRequest)
    }
}

/// The state of a webhook, as a tag.
struct WebhookState {
    let name: String
    let isGood: Bool
    let isBad: Bool

    init(_ state: WebhookEndpoint.State) {
        name = state.rawValue
        isGood = state == .active
        isBad = state == .failing
    }
}
