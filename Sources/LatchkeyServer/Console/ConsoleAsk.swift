import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// What an administrator does to a project or a tenant of it, by a form of its pages.
struct ConsoleAsk: Sendable {
    let visitor: ConsoleVisitor
    let realm: ConsoleRealm
    let form: QueryParameters
    /// For parts of the path.
    let context: ServerContext
    let client: ClientDescription

    var actor: String { visitor.actor }
    var caller: Caller { Caller(project: project, tenant: realm.id.tenant, client: client) }
    var project: Project { realm.project }
}

/// A form of the console, which belongs to no project.
struct ConsoleDeed: Sendable {
    let visitor: ConsoleVisitor
    let form: QueryParameters
    let request: Request
    let context: ServerContext
    let client: ClientDescription
}

extension ConsoleAsk {
    /// The record of a change of settings.
    func configuring(_ what: String, at now: WallClock) -> AuthEvent {
        AuthEvent(
            at: now().inWholeMilliseconds, realm: Realm(project: project.id), kind: .configure, outcome: .allowed, actor: actor,
            reason: String(what.prefix(200)), address: client.address)
    }
}

extension ConsoleDeed {
    /// The record of a change of what belongs to no project, among what administrators did.
    func configuring(_ what: String, at now: WallClock) -> AuthEvent {
        AuthEvent(
            at: now().inWholeMilliseconds, realm: Realm(project: .console), kind: .configure, outcome: .allowed, actor: visitor.actor,
            reason: String(what.prefix(200)), address: client.address)
    }
}

extension Console {
    /// A form of any page, for who has a role.
    ///
    /// - Parameter isGrave: Whether it takes a sign-in of the last minutes, so that a session that somebody stole is no use for it.
    func deed(
        _ path: String, by role: ConsoleRole, isGrave: Bool = false, on router: Router<ServerContext>,
        upTo maxBytes: Int = PageForms.maxBytes,
        _ act: @escaping @Sendable (ConsoleDeed) async throws -> Response
    ) {
        post(path, on: router) { request, context in
            // Before the form is read: strangers have nothing to say.
            _ = try await door.visitor(request, atLeast: role)
            let (form, _) = try await forms.read(request, upTo: maxBytes)
            // And after: a form that comes slowly must not outlive its sender's role.
            let visitor = try await door.visitor(request, atLeast: role)
            guard !isGrave || door.sessions.isRecent(visitor.session, in: door.project) else { throw ConsoleRefusal.signInAgain }
            return try await act(
                ConsoleDeed(
                    visitor: visitor, form: form, request: request, context: context, client: door.caller(request, context).client))
        }
    }

    /// A form of a project's page, for who has a role.
    func form(
        _ path: String, by role: ConsoleRole, on router: Router<ServerContext>, upTo maxBytes: Int = PageForms.maxBytes,
        _ act: @escaping @Sendable (ConsoleAsk) async throws -> Response
    ) {
        deed(path, by: role, on: router, upTo: maxBytes) { deed in
            try await act(
                ConsoleAsk(
                    visitor: deed.visitor, realm: try await realm(deed.context), form: deed.form, context: deed.context,
                    client: deed.client))
        }
    }
}
