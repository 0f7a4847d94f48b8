import LatchkeyAdministrationAPI
import LatchkeyIdentity

extension Administrator {
    func apps(of project: String) async throws -> [AppDescription] {
        try await store.read { view in try view.apps(of: view.requireProject(project).id).map(AppDescription.init) }
    }

    func addApp(_ new: NewApp, to project: String) async throws -> AppDescription {
        let draft = AppAdministration.Draft(
            platform: new.platform, bundleID: new.bundleID ?? "", teamID: new.teamID, name: new.name)
        return AppDescription(try await administration.apps.register(draft, in: ProjectID(rawValue: project), by: .command))
    }

    func changeApp(_ id: String, of project: String, _ change: AppChange) async throws -> AppDescription {
        guard change != AppChange() else { throw AdminError("Nothing to change: use --team-id or --name.") }
        let change = AppAdministration.Change(teamID: change.teamID, name: change.name)
        return AppDescription(try await administration.apps.change(id, of: ProjectID(rawValue: project), change, by: .command))
    }
}
