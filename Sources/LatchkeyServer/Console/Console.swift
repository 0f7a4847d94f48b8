import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb
import LatchkeyWire
import Logging

/// `/console`: where administrators look after projects.
struct Console: Sendable {
    let store: any AccountStore
    let standardProject: ProjectID
    let door: ConsoleDoor
    let forms: PageForms
    let pages: PageRenderer
    let sandbox: Bool
    /// Whether there are pages for databases.
    let hasDatabases: Bool

    typealias Answer = @Sendable (Request, ServerContext) async throws -> Response

    /// A page for anybody.
    func get(_ path: String, on router: Router<ServerContext>, _ answer: @escaping Answer) {
        router.get(RouterPath(path)) { request, context in try await guarded(request, context) { try await answer(request, context) } }
    }

    /// A form of our own pages.
    func post(_ path: String, on router: Router<ServerContext>, _ answer: @escaping Answer) {
        router.post(RouterPath(path)) { request, context in try await guarded(request, context) { try await answer(request, context) } }
    }

    func add(to router: Router<ServerContext>) {
        get(ConsoleParts.path, on: router) { request, _ in
            _ = try await door.visitor(request)
            return .seeOther(ConsoleSection.users.path(in: standardProject))
        }
        get(ConsoleParts.path + "/**", on: router) { request, _ in
            _ = try await door.visitor(request)
            throw ConsoleRefusal.notFound("The console has no such page.")
        }
    }

    private func guarded(_ request: Request, _ context: ServerContext, _ answer: () async throws -> Response) async throws -> Response {
        do {
            if let elsewhere = try door.elsewhere(request) { return elsewhere }
            return try await answer()
        } catch ConsoleRefusal.signInFirst {
            return .seeOther(ConsoleSignInPage.path(after: request))
        } catch ConsoleRefusal.roleNeeded(let needed, let own) {
            return try problem(
                "This is for others", "It takes the role of \(needed.rawValue), and yours is \(own.rawValue). An owner can change that.",
                .forbidden)
        } catch ConsoleRefusal.signInAgain {
            return try problem(
                "Please sign in again", "This takes a sign-in of the last minutes, so that nobody else does it from an open browser.",
                .forbidden, next: .init(href: ConsoleSignInPage.path(next: AdministratorsPage.path), name: "Sign in"))
        } catch ConsoleRefusal.notFound(let what) {
            return try problem("Not here", what, .notFound)
        } catch is PageForms.ForeignForm {
            return try problem(
                "Please try again", "This form cannot be used any more: the browser has lost the cookie that belongs to it.", .forbidden)
        } catch {
            let reply = ErrorEnvelope.reply(to: error)
            let status = HTTPResponse.Status(code: reply.envelope.code)
            if status.kind == .serverError { context.logger.error("a page of the console failed", metadata: ["cause": "\(error)"]) }
            var response = try problem("This did not work", Self.text(for: status), status)
            if let seconds = reply.retryAfterSeconds { response.headers[.retryAfter] = String(seconds) }
            return response
        }
    }

    private static func text(for status: HTTPResponse.Status) -> String {
        switch status {
        case .tooManyRequests: "The server has too much to do. Try again in a moment."
        case .contentTooLarge: "What was sent is too long."
        case .forbidden: "The console is at another address."
        default: "The server could not do it, and its log says why. What you wrote was not saved."
        }
    }

    /// A page for who is signed in.
    func page(_ template: String, _ content: Any, status: HTTPResponse.Status = .ok) throws -> Response {
        try pages.page(template, content, status: status, script: true)
    }

    private struct Problem {
        struct Next {
            let href: String
            let name: String
        }

        let frame: ConsoleFrame
        let headline: String
        let text: String
        let next: Next
    }

    private func problem(
        _ headline: String, _ text: String, _ status: HTTPResponse.Status,
        next: Problem.Next = .init(href: ConsoleParts.path, name: "To the beginning of the console")
    ) throws -> Response {
        try pages.page(
            "console-problem", Problem(frame: ConsoleFrame(sandbox: sandbox), headline: headline, text: text, next: next), status: status)
    }

    /// The frame of a page before the sign-in.
    var plainFrame: ConsoleFrame { ConsoleFrame(sandbox: sandbox) }

    func frame(_ visitor: ConsoleVisitor, _ section: ConsoleSection?, of project: Project) -> ConsoleFrame {
        ConsoleFrame(
            sandbox: sandbox,
            visitor: .init(
                email: visitor.account.email?.text ?? visitor.account.id.rawValue, role: visitor.role.rawValue,
                csrf: forms.cookie.formToken(for: visitor.browser),
                isOwner: visitor.role >= .owner, looksOnly: visitor.role < .editor),
            project: project.displayName,
            sections: ConsoleSection.allCases.filter { (hasDatabases || !$0.isOfDatabases) && visitor.role >= $0.role }
                .map { .init(name: $0.name, href: $0.path(in: project.id), current: $0 == section) })
    }

    /// The frame of a page that belongs to no project.
    func frame(_ visitor: ConsoleVisitor) async throws -> ConsoleFrame {
        guard let project = try await store.read({ try $0.project(standardProject) }) else {
            throw ConsoleRefusal.notFound("There is no project.")
        }
        return frame(visitor, nil, of: project)
    }
}
