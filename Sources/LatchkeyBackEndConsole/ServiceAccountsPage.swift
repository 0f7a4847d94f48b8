import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyAdministrationAPI
import LatchkeyConsole
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// `/console/projects/PROJECT/back-ends`: the service accounts of a project.
struct ServiceAccountsPage: Sendable {
    let console: Console
    let accounts: ServiceAccountAdministration
    let publicAddress: PublicAddress

    private static let page = BackEndPage.serviceAccounts

    private struct Content {
        let frame: ConsoleFrame
        let head: BackEndHead
        let rows: [Row]
        /// The key file of a new account. Shown once.
        let file: File?
        let name: String
        let problem: String?
    }

    private struct Row {
        let email: String
        let keyID: String
        let created: ShownDate
        let revoked: ShownDate?
        let isRevocable: Bool
    }

    private struct File {
        let name: String
        let text: String
        let email: String
    }

    func add(to router: Router<ServerContext>) {
        console.get(Self.page.route, on: router) { request, context in
            let visitor = try await console.door.visitor(request)
            let done =
                request.queryParameters["done"] == "revoked" ? "Service account revoked. Its key and access tokens are rejected." : nil
            return try await show(visitor, try await console.project(context), done: done)
        }
        // The key acts for the project as long as it exists, also after the session has ended.
        console.form(Self.page.route + "/create", by: .owner, isGrave: true, on: router) { input in
            let name = input.form["name"] ?? ""
            return try await RefusedForm.catching {
                let key = try await accounts.create(name, in: input.project.id, by: input.author)
                return try await show(input.visitor, input.project, file: try file(of: key, in: input.project))
            } refused: {
                try await show(input.visitor, input.project, name: name, problem: $0)
            }
        }
        console.form(Self.page.route + "/revoke", by: .owner, on: router) { input in
            do {
                _ = try await accounts.revoke(input.form["account"] ?? "", of: input.project.id, by: input.author)
            } catch ActRefusal.alreadyDone {
                // A concurrent request has already revoked the account.
            }
            return .seeOther(Self.page.path(in: input.project.id) + "?done=revoked")
        }
    }

    private func file(of key: ServiceAccountKey, in project: Project) throws -> File {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let file = ServiceAccountFile(key, clientID: project.number, server: publicAddress.url)
        let name = key.account.email.prefix { $0 != "@" }
        return File(
            name: "\(project.id.rawValue)-\(name).json", text: String(decoding: try encoder.encode(file), as: UTF8.self),
            email: key.account.email)
    }

    private func show(
        _ visitor: ConsoleVisitor, _ project: Project, done: String? = nil, file: File? = nil, name: String = "", problem: String? = nil
    ) async throws -> Response {
        let head = BackEndHead(Self.page, visitor, of: project, in: console, done: done)
        let found = try await console.store.read { try $0.serviceAccounts(of: project.id) }
        return try console.page(
            "console-service-accounts",
            Content(
                frame: console.frame(visitor, .backEnds, of: project), head: head,
                rows: found.map {
                    Row(
                        email: $0.email, keyID: $0.keyID, created: ShownDate($0.createdAt), revoked: $0.revokedAt.map(ShownDate.init),
                        isRevocable: head.isOwner && $0.revokedAt == nil)
                }, file: file, name: name, problem: problem), status: problem == nil ? .ok : .badRequest)
    }
}
