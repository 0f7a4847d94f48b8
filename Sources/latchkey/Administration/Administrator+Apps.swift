import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeySecrets

extension Administrator {
    func apps(of project: String) async throws -> [AppDescription] {
        try await store.read { view in try view.apps(of: view.requireProject(project).id).map(AppDescription.init) }
    }

    func addApp(_ new: NewApp, to project: String) async throws -> AppDescription {
        let (instant, random) = (now(), random)
        return try await store.write { transaction in
            let project = try transaction.requireProject(project)
            let app = try AdminError.explaining {
                try AppRules.make(
                    new.platform, bundleID: new.bundleID ?? "", teamID: new.teamID, name: new.name, for: project, at: instant,
                    random: random)
            }
            try transaction.insert(app)
            return AppDescription(app)
        }
    }

    func changeApp(_ id: String, of project: String, _ change: AppChange) async throws -> AppDescription {
        guard change != AppChange() else { throw AdminError("Nothing to change: use --team-id or --name.") }
        return try await store.write { transaction in
            let project = try transaction.requireProject(project)
            guard var app = try transaction.apps(of: project.id).first(where: { $0.id == id }) else {
                throw AdminError("\(project.id) has no app \(id). `latchkey projects app list` lists its apps.")
            }
            try AdminError.explaining {
                if let team = change.teamID { app.teamID = team.isEmpty ? nil : try AppRules.checkedTeamID(team, on: app.platform) }
                if let name = change.name { app.displayName = try AppRules.checkedName(name) }
            }
            try transaction.update(app)
            return AppDescription(app)
        }
    }
}
