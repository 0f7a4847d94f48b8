import HTTPTypes
import Hummingbird
import LatchkeyConsole
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// `/console/projects/PROJECT/back-ends/secrets`: the database secrets of a project, for clients of Firebase's first generations.
struct DatabaseSecretsPage: Sendable {
    let console: Console
    let secrets: DatabaseSecretAdministration

    private static let page = BackEndPage.secrets

    private struct Content {
        let frame: ConsoleFrame
        let head: BackEndHead
        let rows: [Row]
        let isFull: Bool
        /// The new secret. Shown once.
        let secret: String?
    }

    private struct Row {
        let id: String
        let created: ShownDate
        let revoked: ShownDate?
        /// Whether tokens that name no secret are verified with this one.
        let checksTokens: Bool
        let isRevocable: Bool
    }

    func add(to router: Router<ServerContext>) {
        console.get(Self.page.route, on: router) { request, context in
            let visitor = try await console.door.visitor(request)
            let done = request.queryParameters["done"] == "revoked" ? "Secret revoked. Connections that depend on it end." : nil
            return try await show(visitor, try await console.project(context), done: done)
        }
        // The secret opens all databases of the project, also after the session has ended.
        console.form(Self.page.route + "/create", by: .owner, isGrave: true, on: router) { input in
            try await RefusedForm.catching {
                let made = try await secrets.create(in: input.project.id, by: input.author)
                return try await show(input.visitor, input.project, secret: made.text)
            } refused: {
                try await show(input.visitor, input.project, message: $0)
            }
        }
        console.form(Self.page.route + "/revoke", by: .owner, on: router) { input in
            do {
                try await secrets.revoke(input.form["secret"] ?? "", of: input.project.id, by: input.author)
            } catch ActRefusal.alreadyDone {
                // A concurrent request has already revoked the secret.
            }
            return .seeOther(Self.page.path(in: input.project.id) + "?done=revoked")
        }
    }

    private func show(
        _ visitor: ConsoleVisitor, _ project: Project, message: String? = nil, done: String? = nil, secret: Secret<String>? = nil
    ) async throws -> Response {
        let head = BackEndHead(Self.page, visitor, of: project, in: console, message: message, done: done)
        let found = try await console.store.read { try $0.databaseSecrets(of: project.id) }
        return try console.page(
            "console-secrets",
            Content(
                frame: console.frame(visitor, .backEnds, of: project), head: head,
                rows: found.map {
                    Row(
                        id: $0.id, created: ShownDate($0.createdAt), revoked: $0.revokedAt.map(ShownDate.init),
                        checksTokens: $0.id == found.checkingTokens?.id, isRevocable: head.isOwner && $0.revokedAt == nil)
                }, isFull: found.count { $0.revokedAt == nil } >= DatabaseSecret.maxLive, secret: secret?.expose()),
            status: message == nil ? .ok : .badRequest)
    }
}
