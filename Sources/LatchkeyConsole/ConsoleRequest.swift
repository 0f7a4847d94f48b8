package import Hummingbird
package import LatchkeyIdentity
import LatchkeyOAuth
package import LatchkeyWeb

/// A form submission on a page of a project or of one of its tenants.
package struct ConsoleRequest: Sendable {
    package let visitor: ConsoleVisitor
    let realm: ConsoleRealm
    package let form: QueryParameters
    /// The context with the path parameters.
    package let context: ServerContext
    let client: ClientDescription

    var actor: String { visitor.actor }
    /// The author of changes, for the audit log.
    package var author: ActAuthor { ActAuthor(actor: actor, address: client.address) }
    var caller: Caller { Caller(project: project, tenant: realm.id.tenant, client: client) }
    package var project: Project { realm.project }
}

/// A form submission on a page that does not belong to a project.
struct ConsoleAction: Sendable {
    let visitor: ConsoleVisitor
    let form: QueryParameters
    let request: Request
    let context: ServerContext
    let client: ClientDescription
}

extension ConsoleAction {
    /// The author of changes, for the audit log.
    var author: ActAuthor { ActAuthor(actor: visitor.actor, address: client.address) }
}

extension Console {
    /// Adds a route for a form, for administrators with at least the given role.
    ///
    /// - Parameters:
    ///   - isGrave: Whether the action requires a recent sign-in, so that a stolen session cannot perform it. The path is then the one of
    ///     the page with the form, and one more component.
    ///   - isOwnAccount: Whether the form changes the administrator's own account, where a missing second factor is set up.
    func action(
        _ path: String, by role: ConsoleRole, isGrave: Bool = false, isOwnAccount: Bool = false, on router: Router<ServerContext>,
        upTo maxBytes: Int = PageForms.maxBytes,
        _ act: @escaping @Sendable (ConsoleAction) async throws -> Response
    ) {
        post(path, on: router) { request, context in
            // Checked before the form is read, so that unauthorized requests are rejected early.
            _ = try await door.visitor(request, atLeast: role, isOwnAccount: isOwnAccount)
            let (form, _) = try await forms.read(request, upTo: maxBytes)
            // Checked again afterwards, because the role may have been revoked while a slow request body arrived.
            let visitor = try await door.visitor(request, atLeast: role, isOwnAccount: isOwnAccount)
            guard !isGrave || door.sessions.isRecent(visitor.session, in: door.project) else {
                throw ConsoleRefusal.signInAgain(page: request.uri.path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 })
            }
            return try await act(
                ConsoleAction(
                    visitor: visitor, form: form, request: request, context: context, client: door.caller(request, context).client))
        }
    }

    /// Adds a route for a form on a page of a project, for administrators with at least the given role.
    package func form(
        _ path: String, by role: ConsoleRole, isGrave: Bool = false, on router: Router<ServerContext>,
        upTo maxBytes: Int = PageForms.maxBytes,
        _ act: @escaping @Sendable (ConsoleRequest) async throws -> Response
    ) {
        action(path, by: role, isGrave: isGrave, on: router, upTo: maxBytes) { action in
            try await act(
                ConsoleRequest(
                    visitor: action.visitor, realm: try await realm(action.context), form: action.form, context: action.context,
                    client: action.client))
        }
    }
}

extension Request {
    /// The form-encoded query, with `+` for spaces.
    package var queryParameters: QueryParameters { (uri.query.flatMap { try? QueryParameters(formEncoded: $0) }) ?? [:] }
}
