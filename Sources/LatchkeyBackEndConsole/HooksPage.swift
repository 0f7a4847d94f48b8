import HTTPTypes
import Hummingbird
import LatchkeyConsole
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// `/console/projects/PROJECT/back-ends/hooks`: the blocking functions of a project.
struct HooksPage: Sendable {
    let console: Console
    let projects: ProjectAdministration

    private static let page = BackEndPage.hooks

    private struct Content {
        let frame: ConsoleFrame
        let head: BackEndHead
        let hooks: [Row]
        let idToken: Bool
        let accessToken: Bool
    }

    private struct Row {
        let event: String
        let title: String
        let explanation: String
        let url: String
        let isSet: Bool
        let problem: String?
    }

    /// A URL that was refused.
    private struct Refused {
        let event: BlockingHooks.Event
        let url: String
        let problem: String
    }

    private static let actions = [
        "set": "Blocking function saved. The server calls it from the next sign-in.", "removed": "Blocking function removed.",
        "forwarded": "Provider tokens saved.",
    ]

    func add(to router: Router<ServerContext>) {
        console.get(Self.page.route, on: router) { request, context in
            let visitor = try await console.door.visitor(request)
            let done = request.queryParameters["done"].flatMap { Self.actions[$0] }
            return try await show(visitor, try await console.project(context), done: done)
        }
        // A hook receives the data of users, and decides about sign-ins, also after the session has ended.
        console.form(Self.page.route + "/set", by: .owner, isGrave: true, on: router) { input in
            let (event, url) = (try event(input), input.form["url"] ?? "")
            return try await RefusedForm.catching {
                _ = try await projects.setHook(event, to: url, of: input.project.id, by: input.author)
                return .seeOther(Self.page.path(in: input.project.id) + "?done=set")
            } refused: {
                try await show(input.visitor, input.project, refused: Refused(event: event, url: url, problem: $0))
            }
        }
        console.form(Self.page.route + "/remove", by: .owner, isGrave: true, on: router) { input in
            do {
                _ = try await projects.setHook(try event(input), to: nil, of: input.project.id, by: input.author)
            } catch ActRefusal.notFound {
                // A concurrent request has already removed the hook.
            }
            return .seeOther(Self.page.path(in: input.project.id) + "?done=removed")
        }
        console.form(Self.page.route + "/forward", by: .owner, isGrave: true, on: router) { input in
            let (idToken, accessToken) = (input.form["idToken"] == "yes", input.form["accessToken"] == "yes")
            _ = try await projects.change(input.project.id, by: input.author) {
                $0.settings.hooks.forwarding.idToken = idToken
                $0.settings.hooks.forwarding.accessToken = accessToken
            }
            return .seeOther(Self.page.path(in: input.project.id) + "?done=forwarded")
        }
    }

    private func event(_ input: ConsoleRequest) throws -> BlockingHooks.Event {
        guard let event = input.form["event"].flatMap(BlockingHooks.Event.init(rawValue:)) else {
            throw ConsoleRefusal.notFound("There is no such blocking function.")
        }
        return event
    }

    private func show(_ visitor: ConsoleVisitor, _ project: Project, done: String? = nil, refused: Refused? = nil) async throws -> Response
    {
        let hooks = project.settings.hooks
        return try console.page(
            "console-hooks",
            Content(
                frame: console.frame(visitor, .backEnds, of: project),
                head: BackEndHead(Self.page, visitor, of: project, in: console, done: done),
                hooks: BlockingHooks.Event.allCases.map { event in
                    let present = hooks[event]
                    let draft = refused.flatMap { $0.event == event ? $0 : nil }
                    return Row(
                        event: event.rawValue, title: event.title, explanation: event.explanation,
                        url: draft?.url ?? present.map(visitor.shown) ?? "", isSet: present != nil, problem: draft?.problem)
                }, idToken: hooks.forwarding.idToken, accessToken: hooks.forwarding.accessToken),
            status: refused == nil ? .ok : .badRequest)
    }
}

extension BlockingHooks.Event {
    fileprivate var title: String {
        switch self {
        case .beforeCreate: "Before an account is created"
        case .beforeSignIn: "Before a sign-in"
        }
    }

    fileprivate var explanation: String {
        switch self {
        case .beforeCreate:
            "Called before a new account is stored, and before an anonymous account gets its first sign-in method. It can refuse the "
                + "account or change its name, picture, claims and state."
        case .beforeSignIn:
            "Called before a session begins, after all credentials were verified. It can refuse the sign-in, change the account, and add "
                + "claims to the session."
        }
    }
}
