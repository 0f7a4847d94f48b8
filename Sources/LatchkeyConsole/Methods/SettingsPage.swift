import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// `/console/projects/PROJECT/methods/settings/TAB`: the settings of a project, some at a time.
struct SettingsPage: Sendable {
    let console: Console
    let projects: ProjectAdministration

    private static let route = "/console/projects/:project/methods/settings/:tab"

    private struct Content {
        let frame: ConsoleFrame
        let title: String
        let tabs: [SettingsTabLink]
        let here: String
        let csrf: String
        let message: String?
        let done: String?
        let form: SettingsForm
        /// Whether the visitor may change anything.
        let isOwner: Bool
    }

    /// The settings have changed since the form was rendered.
    private struct ChangedMeanwhile: Error {}

    func add(to router: Router<ServerContext>) {
        console.get(Self.route, on: router) { request, context in
            let visitor = try await console.door.visitor(request)
            let (project, tab) = (try await console.project(context), try tab(context))
            let changed = request.queryParameters["changed"].map { $0.split(separator: ",").prefix(ProjectSetting.all.count) }
            return try show(
                visitor, project, tab, SettingsForm(tab, of: project),
                done: changed.map { SettingsForm.message(about: $0.map(String.init), in: project) })
        }
        console.form(Self.route, by: .owner, on: router) { input in try await save(input) }
    }

    private func tab(_ context: ServerContext) throws -> SettingsTab {
        guard let tab = context.parameters.get("tab").flatMap(SettingsTab.init(rawValue:)), tab != .providers, tab != .tenants else {
            throw ConsoleRefusal.notFound("The console has no page at this address.")
        }
        return tab
    }

    private func save(_ input: ConsoleRequest) async throws -> Response {
        let (tab, before) = (try tab(input.context), input.project)
        let draft = SettingsForm(tab, input.form)
        func again(_ message: String, seen: String? = nil, problems: [String: String] = [:]) throws -> Response {
            let form = SettingsForm(tab, input.form, seen: seen, problems: problems)
            return try show(input.visitor, before, tab, form, message: message)
        }
        do {
            let after = try await projects.change(before.id, by: input.author) { project in
                guard SettingsForm.mark(of: project, tab) == draft.seen else { throw ChangedMeanwhile() }
                try draft.apply(to: &project)
            }
            let changed = SettingsForm.changes(before, after, in: tab).joined(separator: ",")
            return .seeOther(tab.path(in: before.id) + "?changed=" + PercentEncoding.encode(changed))
        } catch let refusal as SettingsForm.Refusal {
            return try again("Nothing was saved. Correct the marked fields.", problems: refusal.problems)
        } catch let refusal as SettingRefusal {
            return try again("Nothing was saved. " + refusal.message)
        } catch is ChangedMeanwhile {
            let now = try await console.project(input.context)
            return try again(
                "Another administrator changed these settings, so nothing was saved. Your changes are below: save again to overwrite theirs, or "
                    + "reload the page to see them.", seen: SettingsForm.mark(of: now, tab))
        }
    }

    private func show(
        _ visitor: ConsoleVisitor, _ project: Project, _ tab: SettingsTab, _ form: SettingsForm, message: String? = nil,
        done: String? = nil
    ) throws -> Response {
        try console.page(
            "console-settings",
            Content(
                frame: console.frame(visitor, .methods, of: project), title: tab.name,
                tabs: SettingsTabLink.all(in: project.id, current: tab), here: tab.path(in: project.id),
                csrf: console.forms.cookie.formToken(for: visitor.browser), message: message, done: done, form: form,
                isOwner: visitor.role >= .owner), status: message == nil ? .ok : .badRequest)
    }
}
