import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyProviders
import LatchkeyWeb
import LatchkeyWire

/// `v2/projects/{project}/config`: reads and changes a project's configuration.
struct ProjectConfigEndpoint: Sendable {
    let store: StoreReader
    let passwords: PasswordVault
    let projects: ProjectAdministration

    private static let path = "/v2/projects/:project/config"
    private static let maxBodyBytes = 65_536

    func add(to router: Router<ServerContext>, through admin: AdminRoutes) {
        admin.on(.get, Self.path, ProjectWords.readConfig, of: router, output: .json(ProjectConfigResource.self)) { _, _, caller in
            try Response.json(try await store.read { try shown($0.project(caller.caller.project.id)) })
        }
        admin.on(
            .patch, Self.path, ProjectWords.changeConfig, of: router, input: .json(ProjectConfigResource.self), query: ["updateMask"],
            output: .json(ProjectConfigResource.self)
        ) { request, _, caller in
            let mask = try request.fieldMask(over: try await request.bytes(upTo: Self.maxBodyBytes))
            try mask.require(
                ProjectConfigResource.changeable, shown: ProjectConfigResource.shown, of: ProjectConfigResource.self, from: caller)
            let policies = caller.caller.project.policies
            let changed = try await projects.change(caller.caller.project.id, by: caller.author) { project in
                let present = try shown(project)
                let wanted = try mask.applied(to: present)
                try wanted.apply(to: &project, shownAs: present, under: policies)
            }
            return try Response.json(try shown(changed))
        }
    }

    private func shown(_ project: Project?) throws -> ProjectConfigResource {
        guard let project else { throw AdministratorError.invalid }
        return ProjectConfigResource(project, signerKey: try passwords.signerKey(of: project))
    }
}
