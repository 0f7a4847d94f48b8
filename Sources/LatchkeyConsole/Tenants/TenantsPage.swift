import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// `/console/projects/PROJECT/tenants`: the tenants of a project.
struct TenantsPage: Sendable {
    let console: Console
    let tenants: TenantAdministration

    private static let route = "/console/projects/:project/tenants"
    private static let shown = 200

    static func path(in project: ProjectID) -> String { ConsoleRealm.path(of: Realm(project: project)) + "/tenants" }

    private struct Content {
        let frame: ConsoleFrame
        let tabs: [SettingsTabLink]
        let here: String
        let csrf: String
        let done: String?
        let rows: [Row]
        /// The next page; `nil` for the last one.
        let next: String?
        let form: TenantForm
        let message: String?
        let isOwner: Bool
    }

    private struct Row {
        let href: String
        let users: String
        let name: String
        let id: String
        let isEnabled: Bool
        let created: ShownDate
    }

    func add(to router: Router<ServerContext>) {
        console.get(Self.route, on: router) { request, context in
            let visitor = try await console.door.visitor(request)
            let project = try await console.project(context)
            if let chosen = request.queryParameters["tenant"] { return try await users(of: chosen, in: project) }
            let done = request.queryParameters["done"] == "deleted" ? "Tenant deleted, with its users." : nil
            return try await show(visitor, project, after: request.queryParameters["after"], done: done)
        }
        console.form(Self.route, by: .owner, on: router) { input in
            let draft = TenantForm(input.form)
            do {
                var settings = TenantSettings()
                draft.apply(to: &settings)
                let tenant = try await tenants.create(
                    named: try draft.checkedName(), settings, in: input.project.id, by: input.author)
                return .seeOther(TenantPage.path(of: tenant) + "?done=created")
            } catch let refusal as SettingRefusal {
                return try await show(input.visitor, input.project, form: TenantForm(input.form, problem: refusal.message))
            } catch ActRefusal.conflict(let message) {
                return try await show(input.visitor, input.project, form: draft, message: message)
            }
        }
    }

    /// Redirects to the user list of a tenant that was selected above the list.
    private func users(of tenant: String, in project: Project) async throws -> Response {
        let id = TenantID(rawValue: tenant)
        // Looked up first, so that an ID such as “..” cannot redirect elsewhere.
        guard try await console.store.read({ try id == .none || $0.tenant(id, of: project.id) != nil }) else {
            throw ConsoleRefusal.notFound("This project has no such tenant.")
        }
        return .seeOther(ConsoleRealm.users(of: Realm(project: project.id, tenant: id)))
    }

    private func show(
        _ visitor: ConsoleVisitor, _ project: Project, after: String? = nil, done: String? = nil, form: TenantForm = TenantForm(),
        message: String? = nil
    ) async throws -> Response {
        let last = after.flatMap { $0.isEmpty ? nil : TenantID(rawValue: $0) }
        let found = try await console.store.read { try $0.tenants(of: project.id, after: last, limit: Self.shown + 1) }
        let here = Self.path(in: project.id)
        let rows = found.prefix(Self.shown).map { tenant in
            Row(
                href: TenantPage.path(of: tenant), users: ConsoleRealm.users(of: Realm(project: project.id, tenant: tenant.id)),
                name: tenant.displayName.isEmpty ? tenant.id.rawValue : tenant.displayName, id: tenant.id.rawValue,
                isEnabled: !tenant.settings.disabled, created: ShownDate(tenant.createdAt))
        }
        return try console.page(
            "console-tenants",
            Content(
                frame: console.frame(visitor, .methods, of: project), tabs: SettingsTabLink.all(in: project.id, current: .tenants),
                here: here, csrf: console.forms.cookie.formToken(for: visitor.browser), done: done, rows: rows,
                next: found.count > Self.shown ? rows.last.map { here + "?after=" + PercentEncoding.encode($0.id) } : nil, form: form,
                message: message, isOwner: visitor.role >= .owner), status: form.problem == nil && message == nil ? .ok : .badRequest)
    }
}
