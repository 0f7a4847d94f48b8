import HTTPTypes
import Hummingbird
import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// `/console/projects/PROJECT/apps`: the apps of a project, their configuration and the API keys.
struct AppsPage: Sendable {
    let console: Console
    let addresses: AppAddresses
    let registration: AppAdministration
    let apiKeys: APIKeyAdministration

    private static let route = "/console/projects/:project/apps"
    static let plistName = "GoogleService-Info.plist"

    private struct Content {
        let frame: ConsoleFrame
        let here: String
        let csrf: String
        let message: String?
        let done: String?
        let url: String
        let database: String?
        let apps: [AppRow]
        let keys: [KeyRow]
        let snippet: String?
        /// The script tag that web apps need for popups.
        let loader: String
        /// The address of the sign-in page, for sites that redirect to it.
        let signIn: String
        let platforms: [Choice]
        let draft: Draft
        let isOwner: Bool
    }

    private struct AppRow {
        let name: String
        let platform: String
        let bundleID: String
        let id: String
        /// `nil` for platforms other than iOS and Android.
        let urlScheme: String?
        let teamID: String?
        let plist: String?
    }

    private struct KeyRow {
        let text: String
        let created: ShownDate
        let revoked: ShownDate?
        /// Whether the page offers to revoke the key.
        let isGood: Bool
    }

    private struct Choice {
        let value: String
        let title: String
        let chosen: Bool
    }

    private struct Draft {
        let bundleID: String
        let teamID: String
        let name: String
        let platform: String

        init(_ form: QueryParameters? = nil) {
            bundleID = form?["bundleID"] ?? ""
            teamID = form?["teamID"] ?? ""
            name = form?["name"] ?? ""
            platform = form?["platform"] ?? "ios"
        }
    }

    private static let platforms = [
        ("ios", "Apple"), ("android", "Android"), ("web", "Web"), ("native", "Desktop (loopback redirect)"),
    ]

    func add(to router: Router<ServerContext>) {
        console.get(Self.route, on: router) { request, context in
            let visitor = try await console.door.visitor(request)
            let done = request.uri.queryParameters["done"].flatMap { Self.actions[String($0)] }
            return try await show(visitor, try await console.project(context), done: done)
        }
        console.form(Self.route, by: .owner, on: router) { input in try await register(input) }
        console.form(Self.route + "/keys", by: .owner, on: router) { input in
            _ = try await apiKeys.add(to: input.project.id, by: input.author)
            return .seeOther(ConsoleSection.apps.path(in: input.project.id) + "?done=key")
        }
        console.form(Self.route + "/keys/revoke", by: .owner, on: router) { input in
            do {
                _ = try await apiKeys.revoke(input.form["key"] ?? "", of: input.project.id, by: input.author)
            } catch ActRefusal.alreadyDone {
                // A concurrent request has already revoked the key.
            }
            return .seeOther(ConsoleSection.apps.path(in: input.project.id) + "?done=revoked")
        }
        console.get(Self.route + "/:app/" + Self.plistName, on: router) { request, context in
            _ = try await console.door.visitor(request)
            let project = try await console.project(context)
            let id = context.parameters.get("app").flatMap { PercentEncoding.decode($0, plusIsSpace: false) } ?? ""
            let (apps, keys) = try await console.store.read { (try $0.apps(of: project.id), try $0.apiKeys(of: project.id)) }
            guard let app = apps.first(where: { $0.id == id && $0.platform == .ios }) else {
                throw ConsoleRefusal.notFound("The app does not exist.")
            }
            guard let key = keys.first(where: { $0.revokedAt == nil }) else {
                throw ConsoleRefusal.notFound("This project has no active API key. Create one first.")
            }
            return GoogleServiceInfo(app: app, project: project, apiKey: key, addresses: addresses).download
        }
    }

    private static let actions = [
        "app": "App registered.", "key": "API key created.",
        "revoked": "API key revoked. Requests with it are now rejected.",
    ]

    private func register(_ input: ConsoleRequest) async throws -> Response {
        let draft = Draft(input.form)
        do {
            let app = AppAdministration.Draft(
                platform: draft.platform, bundleID: draft.bundleID, teamID: draft.teamID.isEmpty ? nil : draft.teamID,
                name: draft.name.isEmpty ? nil : draft.name)
            _ = try await registration.register(app, in: input.project.id, by: input.author)
            return .seeOther(ConsoleSection.apps.path(in: input.project.id) + "?done=app")
        } catch let refusal as SettingRefusal {
            return try await show(input.visitor, input.project, message: refusal.message, draft: draft)
        }
    }

    private func show(
        _ visitor: ConsoleVisitor, _ project: Project, message: String? = nil, done: String? = nil, draft: Draft = Draft()
    ) async throws -> Response {
        let here = ConsoleSection.apps.path(in: project.id)
        let (apps, keys) = try await console.store.read { (try $0.apps(of: project.id), try $0.apiKeys(of: project.id)) }
        let good = keys.first { $0.revokedAt == nil }
        let isElsewhere = addresses.server.url != console.door.cookie.publicAddress.url
        return try console.page(
            "console-apps",
            Content(
                frame: console.frame(visitor, .apps, of: project), here: here,
                csrf: console.forms.cookie.formToken(for: visitor.browser), message: message, done: done, url: addresses.server.url,
                database: addresses.databaseURL(of: project.id),
                apps: apps.map { app in
                    AppRow(
                        name: app.displayName, platform: Self.platforms.first { $0.0 == app.platform.rawValue }?.1 ?? app.platform.rawValue,
                        bundleID: app.bundleID, id: app.id,
                        urlScheme: [.ios, .android].contains(app.platform) ? app.urlScheme : nil, teamID: app.teamID,
                        plist: app.platform == .ios ? here + "/" + PercentEncoding.encode(app.id) + "/" + Self.plistName : nil)
                },
                keys: keys.map {
                    KeyRow(
                        text: $0.text, created: ShownDate($0.createdAt), revoked: $0.revokedAt.map(ShownDate.init),
                        isGood: $0.revokedAt == nil && visitor.role >= .owner)
                },
                snippet: good.map { WebSnippet(project: project, apiKey: $0, app: apps.first { $0.platform == .web }, addresses).text },
                loader: "<script src=\"\(addresses.server.url)\(PageAsset.webLoader.path)\"></script>",
                signIn: (isElsewhere ? addresses.server.url : "") + "/sign-in"
                    + (good.map { "?apiKey=" + PercentEncoding.encode($0.text) } ?? ""),
                platforms: Self.platforms.map { .init(value: $0.0, title: $0.1, chosen: $0.0 == draft.platform) }, draft: draft,
                isOwner: visitor.role >= .owner), status: message == nil ? .ok : .badRequest)
    }
}
