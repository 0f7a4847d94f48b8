import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyProviders
import LatchkeySignInPages
import LatchkeyWeb

/// `/console/projects/PROJECT/methods`: the sign-in providers of a project.
struct MethodsPage: Sendable {
    let console: Console

    private static let route = "/console/projects/:project/methods"

    private struct Content {
        let frame: ConsoleFrame
        let tabs: [SettingsTabLink]
        let here: String
        let csrf: String
        let done: String?
        let providers: [Row]
        /// The rejected name of an OpenID provider, and the error.
        let openID: String
        let problem: String?
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

    func add(to router: Router<ServerContext>) {
        console.get(Self.route, on: router) { request, context in
            let visitor = try await console.door.visitor(request)
            let done = request.queryParameters["done"] == "removed" ? "Provider removed." : nil
            return try await show(visitor, try await console.project(context), done: done)
        }
        console.form(Self.route + "/openid", by: .owner, on: router) { input in
            let name = input.form["name"] ?? ""
            let id = ProviderID(rawValue: ProviderID.genericOpenIDPrefix + name)
            guard ProviderKind.named(id) != nil else {
                return try await show(
                    input.visitor, input.project, openID: name,
                    problem: "The name has 1 to 64 lowercase letters, digits, hyphens and periods, for example “gitea” for oidc.gitea.")
            }
            return .seeOther(ProviderPage.path(of: id, in: input.project.id))
        }
    }

    private func show(
        _ visitor: ConsoleVisitor, _ project: Project, done: String? = nil, openID: String = "", problem: String? = nil
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
                frame: console.frame(visitor, .methods, of: project),
                tabs: SettingsTabLink.all(in: project.id, current: .providers), here: ConsoleSection.methods.path(in: project.id),
                csrf: console.forms.cookie.formToken(for: visitor.browser), done: done, providers: rows, openID: openID, problem: problem,
                isOwner: visitor.role >= .owner), status: problem == nil ? .ok : .badRequest)
    }
}

extension ProviderConfiguration {
    /// The display name of the provider.
    var shownName: String { parameters[.displayName] ?? provider.displayName }
}
