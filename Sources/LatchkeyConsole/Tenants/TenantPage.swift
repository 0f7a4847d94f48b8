import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// `/console/projects/PROJECT/tenants/TENANT`: the name and the settings of a tenant, and its deletion.
struct TenantPage: Sendable {
    let console: Console
    let tenants: TenantAdministration

    private static let route = "/console/projects/:project/tenants/:tenant"

    static func path(of tenant: Tenant) -> String {
        ConsoleRealm.path(of: Realm(project: tenant.project, tenant: tenant.id))
    }

    private struct Content {
        let frame: ConsoleFrame
        let list: String
        let here: String
        let users: String
        let csrf: String
        let message: String?
        let done: String?
        let title: String
        let id: String
        let created: ShownDate
        let form: TenantForm
        let confirmProblem: String?
        let isOwner: Bool
    }

    /// What the page shows in addition to the stored tenant.
    private struct Extra {
        var message: String?
        var done: String?
        var form: TenantForm?
        var confirmProblem: String?
    }

    /// The tenant has changed since the form was rendered.
    private struct ChangedMeanwhile: Error {}

    private static let actions = ["created": "Tenant created.", "saved": "Tenant saved."]

    func add(to router: Router<ServerContext>) {
        console.get(Self.route, on: router) { request, context in
            let visitor = try await console.door.visitor(request)
            let realm = try await console.realm(context)
            return try show(realm, visitor, Extra(done: request.queryParameters["done"].flatMap { Self.actions[$0] }))
        }
        console.form(Self.route + "/change", by: .owner, on: router) { input in try await save(input) }
        console.form(Self.route + "/remove", by: .owner, isGrave: true, on: router) { input in
            guard input.form["confirm"] == input.realm.id.tenant.rawValue else {
                return try show(input.realm, input.visitor, Extra(confirmProblem: "Enter the ID of this tenant to delete it."))
            }
            do {
                try await tenants.delete(input.realm.id, by: input.author)
            } catch is TenantNotFound {
                // A concurrent request has already deleted the tenant.
            }
            return .seeOther(TenantsPage.path(in: input.project.id) + "?done=deleted")
        }
    }

    private func save(_ input: ConsoleRequest) async throws -> Response {
        let draft = TenantForm(input.form)
        do {
            let name = try draft.checkedName()
            let tenant = try await tenants.change(input.realm.id, by: input.author) { tenant in
                guard TenantForm.mark(of: tenant) == draft.seen else { throw ChangedMeanwhile() }
                tenant.displayName = name
                draft.apply(to: &tenant.settings)
            }
            return .seeOther(Self.path(of: tenant) + "?done=saved")
        } catch let refusal as SettingRefusal {
            return try show(input.realm, input.visitor, Extra(form: TenantForm(input.form, problem: refusal.message)))
        } catch is ChangedMeanwhile {
            let realm = try await console.realm(input.context)
            return try show(
                realm, input.visitor,
                Extra(
                    message:
                        "Another administrator changed this tenant. Nothing was saved. Your changes are below: save again to overwrite "
                        + "theirs, or reload the page to see them.",
                    form: TenantForm(input.form, seen: realm.tenant.map(TenantForm.mark))))
        } catch is TenantNotFound {
            throw ConsoleRefusal.notFound("This project has no such tenant.")
        }
    }

    private func show(_ realm: ConsoleRealm, _ visitor: ConsoleVisitor, _ extra: Extra) throws -> Response {
        guard let tenant = realm.tenant else { throw ConsoleRefusal.notFound("This project has no such tenant.") }
        let isRefused = extra.message != nil || extra.form?.problem != nil || extra.confirmProblem != nil
        return try console.page(
            "console-tenant",
            Content(
                frame: console.frame(visitor, .methods, of: realm.project), list: TenantsPage.path(in: realm.project.id),
                here: Self.path(of: tenant), users: realm.users, csrf: console.forms.cookie.formToken(for: visitor.browser),
                message: extra.message, done: extra.done, title: tenant.shownName, id: tenant.id.rawValue,
                created: ShownDate(tenant.createdAt), form: extra.form ?? TenantForm(tenant), confirmProblem: extra.confirmProblem,
                isOwner: visitor.role >= .owner), status: isRefused ? .badRequest : .ok)
    }
}
