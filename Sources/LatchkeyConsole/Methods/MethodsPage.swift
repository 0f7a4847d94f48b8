import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyProviders
import LatchkeySignInPages
import LatchkeyWeb

/// `/console/projects/PROJECT/methods`: the sign-in methods and the settings of a project.
struct MethodsPage: Sendable {
    let console: Console
    let projects: ProjectAdministration

    private static let route = "/console/projects/:project/methods"

    private struct Content {
        let frame: ConsoleFrame
        let here: String
        let csrf: String
        let message: String?
        let done: String?
        let providers: [Row]
        let form: SettingsForm
        /// Whether the visitor may change anything.
        let isOwner: Bool
    }

    private struct Row {
        let href: String
        let name: String
        let id: String
        let clientID: String
        let isSet: Bool
        let enabled: Bool
    }

    /// The settings have changed since the form was rendered.
    private struct ChangedMeanwhile: Error {}

    func add(to router: Router<ServerContext>) {
        console.get(Self.route, on: router) { request, context in
            let visitor = try await console.door.visitor(request)
            let done = request.uri.queryParameters["done"] == "saved" ? "Saved." : nil
            return try await show(visitor, try await console.project(context), done: done)
        }
        console.form(Self.route, by: .owner, on: router) { input in try await save(input) }
        console.form(Self.route + "/openid", by: .owner, on: router) { input in
            let name = input.form["name"] ?? ""
            let id = ProviderID(rawValue: ProviderID.genericOpenIDPrefix + name)
            guard ProviderKind.named(id) != nil else {
                return try await show(
                    input.visitor, input.project,
                    message: "The name has 1 to 64 lowercase letters, digits, hyphens and periods, for example “gitea” for oidc.gitea.")
            }
            return .seeOther(ProviderPage.path(of: id, in: input.project.id))
        }
    }

    private func save(_ input: ConsoleRequest) async throws -> Response {
        let draft = SettingsForm(input.form)
        do {
            _ = try await projects.change(input.project.id, by: input.author) { project in
                guard SettingsForm.mark(of: project) == draft.seen else { throw ChangedMeanwhile() }
                try draft.apply(to: &project)
            }
            return .seeOther(ConsoleSection.methods.path(in: input.project.id) + "?done=saved")
        } catch let refusal as SettingRefusal {
            return try await show(input.visitor, input.project, message: refusal.message, draft: draft)
        } catch is ChangedMeanwhile {
            return try await show(
                input.visitor, try await console.project(input.context),
                message:
                    "Someone else changed these settings, so nothing was saved. Your changes are below: save again to overwrite theirs, or "
                    + "reload the page to see them.", draft: draft)
        }
    }

    private func show(
        _ visitor: ConsoleVisitor, _ project: Project, message: String? = nil, done: String? = nil, draft: SettingsForm? = nil
    ) async throws -> Response {
        let configured = try await console.store.read { try $0.providers(of: project.id) }
        let known = ProviderKind.all.map(\.id).filter { $0 != ProviderKind.openID.id }
        let rows = (known + configured.map(\.provider).filter(\.isGenericOpenID)).map { id in
            let configuration = configured.first { $0.provider == id }
            return Row(
                href: ProviderPage.path(of: id, in: project.id), name: configuration?.shownName ?? id.displayName, id: id.rawValue,
                clientID: configuration?.clientID ?? "", isSet: configuration != nil, enabled: configuration?.enabled ?? false)
        }
        return try console.page(
            "console-methods",
            Content(
                frame: console.frame(visitor, .methods, of: project), here: ConsoleSection.methods.path(in: project.id),
                csrf: console.forms.cookie.formToken(for: visitor.browser), message: message, done: done, providers: rows,
                form: draft.map { SettingsForm($0, over: project) } ?? SettingsForm(project), isOwner: visitor.role >= .owner),
            status: message == nil ? .ok : .badRequest)
    }
}

extension ProviderConfiguration {
    /// The display name of the provider.
    var shownName: String { parameters[.displayName] ?? provider.displayName }
}
