import HTTPTypes
package import Hummingbird
package import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyTree
package import LatchkeyWeb
import LatchkeyWire
import Logging

/// `/console`: the web interface with which administrators manage projects.
package struct Console: Sendable {
    /// Changes go through services, which write the audit log.
    package let store: StoreReader
    let standardProject: ProjectID
    package let door: ConsoleDoor
    package let forms: PageForms
    let pages: PageRenderer
    let sandbox: Bool
    /// Whether the console has pages for databases.
    package let hasDatabases: Bool
    /// Whether several nodes share the store, so that the console has a page for them.
    let hasNodes: Bool
    let readiness: Readiness
    /// The address of the API reference, which is at the server's own address.
    let reference: String

    package typealias Reply = @Sendable (Request, ServerContext) async throws -> Response

    /// Adds a page without access control.
    package func get(_ path: String, on router: Router<ServerContext>, _ reply: @escaping Reply) {
        router.get(RouterPath(path)) { request, context in try await guarded(request, context) { try await reply(request, context) } }
    }

    /// Adds a route for the forms of the console's own pages.
    package func post(_ path: String, on router: Router<ServerContext>, _ reply: @escaping Reply) {
        router.post(RouterPath(path)) { request, context in try await guarded(request, context) { try await reply(request, context) } }
    }

    func add(to router: Router<ServerContext>) {
        get(ConsoleParts.path, on: router) { request, _ in
            _ = try await door.visitor(request)
            return .seeOther(ConsoleSection.overview.path(in: standardProject))
        }
        get(ConsoleParts.path + "/**", on: router) { request, _ in
            _ = try await door.visitor(request)
            throw ConsoleRefusal.notFound("The console has no page at this address.")
        }
    }

    private func guarded(_ request: Request, _ context: ServerContext, _ reply: () async throws -> Response) async throws -> Response {
        func problem(
            _ headline: String, _ text: String, _ status: HTTPResponse.Status, next: Problem.Next = .console
        ) async throws -> Response {
            try await self.problem(headline, text, status, next: next, for: (request, context))
        }
        do {
            if let elsewhere = try door.elsewhere(request) { return elsewhere }
            // Pages show what does not work.
            _ = await readiness.check(logger: context.logger)
            return try await reply()
        } catch ConsoleRefusal.signInFirst {
            return .seeOther(ConsoleSignInPage.path(after: request))
        } catch ConsoleRefusal.secondFactorNeeded(let isSetUp) {
            return .seeOther(isSetUp ? ConsoleSignInPage.path(toProve: request) : OwnAccountPage.path + "?done=required")
        } catch ConsoleRefusal.roleNeeded(let needed, let own) {
            return try await problem(
                "You don’t have permission to view this page",
                "It requires the \(needed.rawValue) role; yours is \(own.rawValue). Ask an owner for access.",
                .forbidden)
        } catch ConsoleRefusal.signInAgain(let page) {
            return try await problem(
                "Please sign in again", "This action requires a recent sign-in, so that no one else can perform it from an open browser.",
                .forbidden, next: .init(href: ConsoleSignInPage.path(next: page), name: "Sign in"))
        } catch ActRefusal.noProject {
            return try await problem("Not found", "Project not found.", .notFound)
        } catch ActRefusal.notFound(let what) {
            return try await problem("Not found", what, .notFound)
        } catch ConsoleRefusal.notFound(let what) {
            return try await problem("Not found", what, .notFound)
        } catch let other as DatabaseOfAnotherNode {
            return try await problem(
                "Another node has this database",
                "The database \(other.database.name) is at the node \(other.node). Open the console of that node to see or change it.",
                .serviceUnavailable, next: .init(href: NodesPage.path, name: "Show the nodes"))
        } catch is PageForms.ForeignForm {
            return try await problem(
                "Please try again", "This form is no longer valid, because the browser has lost its cookie.", .forbidden)
        } catch {
            let reply = ErrorEnvelope.reply(to: error)
            let status = HTTPResponse.Status(code: reply.envelope.code)
            if status.kind == .serverError { context.logger.error("a page of the console failed", metadata: ["cause": "\(error)"]) }
            // Without the sections: the request may be for a foreign host name.
            var response = try await self.problem("Something went wrong", Self.text(for: status), status, next: .console, for: nil)
            if let seconds = reply.retryAfterSeconds { response.headers[.retryAfter] = String(seconds) }
            return response
        }
    }

    private static func text(for status: HTTPResponse.Status) -> String {
        switch status {
        case .tooManyRequests: "The server is busy. Try again in a moment."
        case .contentTooLarge: "The submitted data is too long."
        case .forbidden: "The console is served at a different address."
        default: "The server could not complete the request. Your changes were not saved. See the server log for the cause."
        }
    }

    /// Renders a page for a signed-in administrator.
    package func page(_ template: String, _ content: Any, status: HTTPResponse.Status = .ok) throws -> Response {
        try pages.page(template, content, status: status, script: true)
    }

    private struct Problem {
        struct Next {
            static let console = Next(href: ConsoleParts.path, name: "Back to the console")

            let href: String
            let name: String
        }

        let frame: ConsoleFrame
        let headline: String
        let text: String
        let next: Next
    }

    /// Renders an error.
    ///
    /// - Parameter asked: The request of an administrator, who gets a page with the sections of the project that the address names.
    private func problem(
        _ headline: String, _ text: String, _ status: HTTPResponse.Status, next: Problem.Next,
        for asked: (request: Request, context: ServerContext)?
    ) async throws -> Response {
        var frame = plainFrame
        if let asked, let visitor = try? await door.visitor(asked.request) {
            if let project = try? await project(asked.context) {
                frame = self.frame(visitor, nil, of: project)
            } else {
                frame = (try? await self.frame(visitor)) ?? frame
            }
        }
        return try page("console-problem", Problem(frame: frame, headline: headline, text: text, next: next), status: status)
    }

    /// The frame of a page that is shown before sign-in.
    var plainFrame: ConsoleFrame { ConsoleFrame(sandbox: sandbox, trouble: readiness.last.flatMap { .init($0) }) }

    package func frame(_ visitor: ConsoleVisitor, _ section: ConsoleSection?, of project: Project) -> ConsoleFrame {
        ConsoleFrame(
            sandbox: sandbox, trouble: readiness.last.flatMap { .init($0) },
            visitor: .init(
                email: visitor.account.email?.text ?? visitor.account.id.rawValue, role: visitor.role.rawValue,
                csrf: forms.cookie.formToken(for: visitor.browser),
                isOwner: visitor.role >= .owner, looksOnly: visitor.role < .editor),
            project: project.displayName,
            sections: ConsoleSection.allCases.filter { (hasDatabases || !$0.isOfDatabases) && visitor.role >= $0.role }
                .map { .init(name: $0.name, href: $0.path(in: project.id), icon: $0.rawValue, current: $0 == section) },
            hasNodes: hasNodes, reference: reference)
    }

    /// Returns the frame of a page that does not belong to a project.
    func frame(_ visitor: ConsoleVisitor) async throws -> ConsoleFrame {
        guard let project = try await store.read({ try $0.project(standardProject) }) else {
            throw ConsoleRefusal.notFound("The project does not exist.")
        }
        return frame(visitor, nil, of: project)
    }

    /// Returns the address of the sign-in page if the visitor's sign-in is too old for actions that require a recent one.
    ///
    /// - Parameter page: The page to return to.
    package func signInAgain(_ visitor: ConsoleVisitor, for page: String) -> String? {
        door.sessions.isRecent(visitor.session, in: door.project) ? nil : ConsoleSignInPage.path(next: page)
    }
}
