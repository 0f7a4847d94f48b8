import LatchkeyAdministrationAPI
import LatchkeyIdentity

/// A new app to register.
struct NewApp: Codable, Sendable, Equatable {
    var platform: String
    var bundleID: String?
    var teamID: String?
    var name: String?
}

/// Changes to an app; `nil` members are not changed.
struct AppChange: Codable, Sendable, Equatable {
    /// An empty string removes the team ID.
    var teamID: String?
    var name: String?
}

extension Administrator {
    func addApps(to routes: OperatorRoutes) {
        let path = "/v2/projects/:project/apps"
        routes.on(.get, path) { call in
            try await store.read { view in try view.apps(of: view.requireProject(call.project).id).map(AppDescription.init) }
        }
        routes.on(.post, path) { (call, new: NewApp) in
            let draft = AppAdministration.Draft(
                platform: new.platform, bundleID: new.bundleID ?? "", teamID: new.teamID, name: new.name)
            return AppDescription(try await administration.apps.register(draft, in: call.projectID, by: .command))
        }
        routes.on(.patch, path + "/:app", listing: "`latchkey projects app list` lists its apps.") { (call, change: AppChange) in
            guard change != AppChange() else { throw AdminError("Nothing to change: use --team-id or --name.") }
            let change = AppAdministration.Change(teamID: change.teamID, name: change.name)
            return AppDescription(try await administration.apps.change(call["app"], of: call.projectID, change, by: .command))
        }
    }
}
