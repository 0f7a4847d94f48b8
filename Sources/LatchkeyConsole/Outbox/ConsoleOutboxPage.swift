import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySignInPages
import LatchkeyWeb

/// `/console/projects/PROJECT/outbox`: the messages to users and their delivery status. Their content is shown only in a sandbox.
struct ConsoleOutboxPage: Sendable {
    let console: Console
    /// The content of messages. `nil` on a server with real users, because anyone who reads a link or a code can sign in with it.
    let contents: (any OutboxViewing)?

    private static let route = "/console/projects/:project/outbox"
    private static let shown = 100
    /// The number of latest messages that are searched for ones with errors.
    private static let searched = 1000

    private struct Content {
        let frame: ConsoleFrame
        let here: String
        let onlyTrouble: Bool
        let opens: Bool
        let rows: [Row]
        let keptCount: Int
    }

    private struct Row {
        let href: String
        let kind: String
        let channel: String
        let recipient: String
        let state: String
        let isFailed: Bool
        let attempts: Int
        let created: ShownDate
        let ends: ShownDate
        /// The time of the next attempt.
        let next: ShownDate?
        let error: String?

        init(_ message: OutboxMessage, in list: String) {
            href = list + "/" + PercentEncoding.encode(message.id)
            kind = message.kind.shownName
            channel = message.channel == .email ? "e-mail" : message.channel == .sms ? "text message" : message.channel.rawValue
            recipient = message.recipient
            state = message.state.rawValue
            isFailed = message.state == .failed
            attempts = message.attempts
            created = ShownDate(message.createdAt)
            ends = ShownDate(message.expiresAt)
            // Without any attempt there is no schedule to show: a server that sends nothing makes none.
            next =
                message.state == .waiting && message.attempts > 0 && message.nextAttemptAt < message.expiresAt
                ? ShownDate(message.nextAttemptAt) : nil
            error = message.lastError
        }
    }

    private struct MessageContent {
        let frame: ConsoleFrame
        let list: String
        let row: Row
        let opens: Bool
        let subject: String?
        let text: String?
        let link: String?
        let code: String?
        /// The address of the rendered e-mail.
        let mail: String?
    }

    func add(to router: Router<ServerContext>) {
        console.get(Self.route, on: router) { request, context in
            let visitor = try await console.door.visitor(request, atLeast: .editor)
            return try await list(
                visitor, try await console.project(context), onlyTrouble: request.uri.queryParameters["show"] == "trouble")
        }
        console.get(Self.route + "/:id", on: router) { request, context in
            let visitor = try await console.door.visitor(request, atLeast: .editor)
            return try await show(try context.parameters.require("id"), visitor, try await console.project(context))
        }
        guard let contents else { return }
        console.get(Self.route + "/:id/mail", on: router) { request, context in
            _ = try await console.door.visitor(request, atLeast: .editor)
            let project = try await console.project(context)
            guard let message = try await contents.message(try context.parameters.require("id"), of: project.id) else { throw Self.gone }
            return MessageFrame.response(message.html, leads: true)
        }
    }

    private static let gone = ConsoleRefusal.notFound("The message no longer exists. Messages are kept until their codes expire.")

    private func list(_ visitor: ConsoleVisitor, _ project: Project, onlyTrouble: Bool) async throws -> Response {
        let here = ConsoleSection.outbox.path(in: project.id)
        let count = onlyTrouble ? Self.searched : Self.shown
        let messages = try await console.store.read { try $0.outboxMessages(of: project.id, limit: count) }
        let wanted = messages.filter { !onlyTrouble || $0.state == .failed || ($0.state == .waiting && $0.lastError != nil) }
        return try console.page(
            "console-outbox",
            Content(
                frame: console.frame(visitor, .outbox, of: project), here: here, onlyTrouble: onlyTrouble, opens: contents != nil,
                rows: wanted.prefix(Self.shown).map { Row($0, in: here) }, keptCount: count))
    }

    private func show(_ id: String, _ visitor: ConsoleVisitor, _ project: Project) async throws -> Response {
        guard let message = try await console.store.read({ try $0.outboxMessage(id) }), message.realm.project == project.id else {
            throw Self.gone
        }
        let list = ConsoleSection.outbox.path(in: project.id)
        let opened = try await contents?.message(id, of: project.id)
        let row = Row(message, in: list)
        var response = try console.page(
            "console-outbox-message",
            MessageContent(
                frame: console.frame(visitor, .outbox, of: project), list: list, row: row, opens: contents != nil,
                subject: opened?.subject, text: opened?.text, link: opened?.link, code: opened?.code,
                mail: message.channel == .email && opened?.html.isEmpty == false ? row.href + "/mail" : nil))
        response.allowFrames()
        return response
    }
}
