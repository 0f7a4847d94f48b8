import LatchkeySecrets

/// Registers and changes the apps of projects on behalf of administrators.
package struct AppAdministration: Sendable {
    let store: any AccountStore
    let now: WallClock
    let random: RandomTokens

    /// A new app.
    package struct Draft: Sendable {
        /// `ios`, `android`, `web` or `native`.
        package let platform: String
        /// The bundle ID or package name; required for iOS and Android only.
        package let bundleID: String
        package let teamID: String?
        /// The display name; by default, the bundle ID or the platform.
        package let name: String?

        package init(platform: String, bundleID: String = "", teamID: String? = nil, name: String? = nil) {
            self.platform = platform
            self.bundleID = bundleID
            self.teamID = teamID
            self.name = name
        }
    }

    /// Changes to an app; `nil` members are not changed.
    package struct Change: Sendable {
        /// An empty text removes the team ID.
        package let teamID: String?
        package let name: String?

        package init(teamID: String? = nil, name: String? = nil) {
            self.teamID = teamID
            self.name = name
        }
    }

    /// Registers an app.
    ///
    /// - Throws: ``SettingRefusal``; ``ActRefusal`` with `noProject`.
    package func register(_ draft: Draft, in project: ProjectID, by author: ActAuthor) async throws -> RegisteredApp {
        let instant = now()
        return try await store.administer(by: author, at: instant) { [random] transaction in
            let app = try AppRules.make(
                draft.platform, bundleID: draft.bundleID, teamID: draft.teamID, name: draft.name,
                for: try transaction.administeredProject(project), at: instant, random: random)
            try transaction.insert(app)
            return (app, AdministrativeAct(in: Realm(project: project), "app " + app.id))
        }
    }

    /// Changes an app.
    ///
    /// - Throws: ``SettingRefusal``; ``ActRefusal``: `noProject`, `notFound`.
    package func change(_ id: String, of project: ProjectID, _ change: Change, by author: ActAuthor) async throws -> RegisteredApp {
        try await store.administer(by: author, at: now()) { transaction in
            _ = try transaction.administeredProject(project)
            guard let before = try transaction.apps(of: project).first(where: { $0.id == id }) else {
                throw ActRefusal.notFound("\(project) has no app \(id.prefix(200)).")
            }
            var app = before
            if let team = change.teamID { app.teamID = team.isEmpty ? nil : try AppRules.checkedTeamID(team, on: app.platform) }
            if let name = change.name { app.displayName = try AppRules.checkedName(name) }
            guard app != before else { return (app, nil) }
            try transaction.update(app)
            return (app, AdministrativeAct(in: Realm(project: project), "app " + id))
        }
    }
}
