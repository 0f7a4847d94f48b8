import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyWeb

/// `/outbox`, in a sandbox only: the messages of the default project as users would see them.
struct OutboxPage: Sendable {
    let outbox: any OutboxViewing
    let publicAddress: PublicAddress
    let pages: PageRenderer

    let project: ProjectID

    func add(to router: Router<ServerContext>) {
        router.get("/outbox") { request, _ in
            // A foreign page with a host name that resolves to this machine must not read the messages (DNS rebinding).
            if let elsewhere = try respondElsewhere(request) { return elsewhere }
            return try await list()
        }
        router.get("/outbox/:id") { request, context in
            if let elsewhere = try respondElsewhere(request) { return elsewhere }
            return try await show(try context.parameters.require("id"))
        }
        router.get("/outbox/:id/mail") { request, context in
            if let elsewhere = try respondElsewhere(request) { return elsewhere }
            return try await mail(try context.parameters.require("id"))
        }
    }

    /// Returns a redirect for a browser that used another host name.
    ///
    /// - Throws: `HTTPError` with status 403 if the browser was redirected before.
    private func respondElsewhere(_ request: Request) throws -> Response? {
        if let url = publicAddress.moving(request) { return .seeOther(url) }
        guard publicAddress.isNamed(by: request) else { throw HTTPError(.forbidden) }
        return nil
    }

    private func list() async throws -> Response {
        let rows = try await outbox.recentMessages(of: project).map(OutboxRow.init)
        return try pages.page("outbox", OutboxContent(sandbox: true, messages: rows, isEmpty: rows.isEmpty))
    }

    private func show(_ id: String) async throws -> Response {
        guard let shown = try await outbox.message(id, of: project) else { return try missing() }
        var response = try pages.page("outbox-message", OutboxMessageContent(sandbox: true, row: OutboxRow(shown), shown: shown))
        response.allowFrames()
        return response
    }

    /// Returns the email for its frame, which is sandboxed: it cannot run scripts or load resources, and it has no origin.
    private func mail(_ id: String) async throws -> Response {
        guard let shown = try await outbox.message(id, of: project) else { return try missing() }
        return MessageFrame.response(shown.html, leads: true)
    }

    private func missing() throws -> Response {
        try pages.problem("There is no such message", "Messages are kept until their code expires.", status: .notFound)
    }
}

struct OutboxRow {
    let id: String
    let kind: String
    let channel: String
    let recipient: String
    let subject: String
    let state: String
    let createdAt: String
    let error: String?

    init(_ shown: ShownMessage) {
        let message = shown.message
        id = message.id
        kind = message.kind.rawValue
        channel = message.channel.rawValue
        recipient = message.recipient
        subject = shown.subject
        state = message.state.rawValue
        createdAt = message.createdAt.formatted(.iso8601)
        error = message.lastError
    }
}

struct OutboxContent {
    let sandbox: Bool
    let messages: [OutboxRow]
    let isEmpty: Bool
}

struct OutboxMessageContent {
    let sandbox: Bool
    let row: OutboxRow
    let isMail: Bool
    let text: String
    let link: String?
    let code: String?

    init(sandbox: Bool, row: OutboxRow, shown: ShownMessage) {
        self.sandbox = sandbox
        self.row = row
        isMail = shown.message.channel == .email && !shown.html.isEmpty
        text = shown.text
        link = shown.link
        code = shown.code
    }
}
