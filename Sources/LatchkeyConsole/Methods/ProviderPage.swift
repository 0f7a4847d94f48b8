import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyProviders
import LatchkeySignInPages
import LatchkeyWeb

/// `/console/projects/PROJECT/methods/PROVIDER`: the credentials of a provider, and a test of them.
struct ProviderPage: Sendable {
    let console: Console
    let setup: ProviderSetup
    let checkups: ProviderCheckups
    let publicAddress: PublicAddress

    private static let route = "/console/projects/:project/methods/:provider"

    static func path(of id: ProviderID, in project: ProjectID) -> String {
        ConsoleSection.methods.path(in: project) + "/" + PercentEncoding.encode(id.rawValue)
    }

    private struct Content {
        let frame: ConsoleFrame
        let list: String
        let here: String
        let csrf: String
        let message: String?
        let done: String?
        let name: String
        let id: String
        let isSet: Bool
        let isOwner: Bool
        let isEditor: Bool
        let callback: String
        let clientIDTitle: String
        let secretTitle: String
        /// The provider's page for registering an application, and what to do there.
        let setupURL: String?
        let steps: [String]
        /// Whether the secret has multiple lines.
        let secretIsText: Bool
        let form: ProviderForm
        let findings: [CheckupFinding]
    }

    /// What the page shows in addition to the stored configuration.
    private struct Extra {
        var message: String?
        /// The names of the fields that were saved.
        var changed: [String]?
        var draft: ProviderForm?
        var findings: [CheckupFinding] = []
    }

    private static let maxChanges = 20

    /// The provider has changed since the form was rendered.
    private struct ChangedMeanwhile: Error {}

    func add(to router: Router<ServerContext>) {
        console.get(Self.route, on: router) { request, context in
            let visitor = try await console.door.visitor(request)
            let changed = request.queryParameters["changed"]?.split(separator: ",").prefix(Self.maxChanges).map(String.init)
            return try await show(visitor, try await console.project(context), try kind(context), Extra(changed: changed))
        }
        console.form(Self.route, by: .owner, on: router) { input in try await save(input) }
        console.form(Self.route + "/test", by: .editor, on: router) { input in
            let known = try kind(input.context)
            guard let configuration = try await console.store.read({ try $0.provider(known.id, of: input.project.id) }) else {
                return try await show(input.visitor, input.project, known, Extra(message: "Save the configuration before you test it."))
            }
            let findings = await checkups.findings(on: configuration)
            return try await show(input.visitor, input.project, known, Extra(findings: findings))
        }
        console.form(Self.route + "/remove", by: .owner, on: router) { input in
            let known = try kind(input.context)
            do {
                try await setup.remove(known.id, in: Realm(project: input.project.id), by: input.author)
            } catch let error as ProviderRuleError where error.code == .notFound {
                // A concurrent request has already removed the provider.
            }
            return .seeOther(ConsoleSection.methods.path(in: input.project.id) + "?done=removed")
        }
    }

    private struct Known {
        let id: ProviderID
        let kind: ProviderKind
    }

    private func kind(_ context: ServerContext) throws -> Known {
        let text = context.parameters.get("provider").flatMap { PercentEncoding.decode($0, plusIsSpace: false) } ?? ""
        let id = ProviderID(rawValue: text)
        guard let kind = ProviderKind.named(id) else { throw ConsoleRefusal.notFound("The provider does not exist.") }
        return Known(id: id, kind: kind)
    }

    private func save(_ input: ConsoleRequest) async throws -> Response {
        let known = try kind(input.context)
        let present = try await console.store.read { try $0.provider(known.id, of: input.project.id) }
        let draft = ProviderForm(input.form, over: present, of: known.kind)
        func again(_ message: String, seen: String, field: ProviderEdit.Field? = nil) async throws -> Response {
            let draft = ProviderForm(
                input.form, over: present, of: known.kind, seen: seen, problem: field.map { (field: Self.name($0), text: message) })
            let message = field == nil ? message : "Nothing was saved. Correct the marked field."
            return try await show(input.visitor, input.project, known, Extra(message: message, draft: draft))
        }
        do {
            let rules = try ProviderRules(known.id.rawValue, allowsThisMachine: console.sandbox, names: Self.title)
            let secret = input.form[ProviderForm.secretField] ?? ""
            let edit = draft.edit(over: present, of: known.kind, secret: secret)
            _ = try await setup.set(
                rules, in: Realm(project: input.project.id), edit, mode: .createOrChange, by: input.author
            ) { now in
                guard ProviderForm.mark(of: now) == draft.seen else { throw ChangedMeanwhile() }
            }
            let changed = draft.changes(over: present, of: known.kind, secret: secret).joined(separator: ",")
            return .seeOther(Self.path(of: known.id, in: input.project.id) + "?changed=" + PercentEncoding.encode(changed))
        } catch let error as ProviderRuleError {
            return try await again(error.detail, seen: draft.seen, field: error.field)
        } catch is ChangedMeanwhile {
            return try await again(
                "Another administrator changed this provider, so nothing was saved. Your changes are below, without the secret: save again to "
                    + "overwrite theirs, or reload the page to see them.", seen: ProviderForm.mark(of: present))
        }
    }

    private func show(_ visitor: ConsoleVisitor, _ project: Project, _ known: Known, _ extra: Extra) async throws -> Response {
        let configuration = try await console.store.read { try $0.provider(known.id, of: project.id) }
        let form = extra.draft ?? ProviderForm(configuration, of: known.kind)
        let needsKey = if case .privateKey = known.kind.settings.secret { true } else { false }
        return try console.page(
            "console-provider",
            Content(
                frame: console.frame(visitor, .methods, of: project), list: ConsoleSection.methods.path(in: project.id),
                here: Self.path(of: known.id, in: project.id), csrf: console.forms.cookie.formToken(for: visitor.browser),
                message: extra.message, done: extra.changed.map { form.message(about: $0, of: known.kind) },
                name: configuration?.shownName ?? known.id.displayName,
                id: known.id.rawValue, isSet: configuration != nil, isOwner: visitor.role >= .owner, isEditor: visitor.role >= .editor,
                callback: publicAddress.callbackURL, clientIDTitle: known.kind.setup.keyTitle,
                secretTitle: known.kind.setup.secretTitle, setupURL: known.kind.setup.consoleURL, steps: known.kind.setup.steps,
                secretIsText: needsKey, form: form, findings: extra.findings),
            status: extra.message == nil ? .ok : .badRequest)
    }

    /// Returns the name of a field in the form.
    private static func name(_ field: ProviderEdit.Field) -> String {
        switch field {
        case .clientID: ProviderForm.clientIDField
        case .secret, .noSecret: ProviderForm.secretField
        case .issuer: "issuer"
        case .apiOrigin, .enterpriseHost: "apiOrigin"
        case .webOrigin: "webOrigin"
        case .acceptedClientIDs: "acceptedClientIDs"
        case .scopes: "scopes"
        case .displayName: "displayName"
        case .parameter(.tenant): "tenant"
        case .parameter(.teamID): "teamID"
        case .parameter(.keyID): "keyID"
        case .parameter(let parameter): parameter.rawValue
        }
    }

    /// Returns the label of a field, for error messages.
    @Sendable private static func title(_ field: ProviderEdit.Field) -> String {
        switch field {
        case .clientID: "the client ID or consumer key"
        case .secret: "the secret"
        case .noSecret: "remove the provider and set it up again,"
        case .issuer: "“Issuer”"
        case .apiOrigin: "“API URL”"
        case .webOrigin: "“Web URL”"
        case .enterpriseHost: "the Enterprise host"
        case .acceptedClientIDs: "“Additional client IDs”"
        case .scopes: "“Scopes”"
        case .displayName: "“Button label”"
        case .parameter(.tenant): "“Directory”"
        case .parameter(.teamID): "“Team ID”"
        case .parameter(.keyID): "“Key ID”"
        case .parameter(let parameter): parameter.rawValue
        }
    }
}
