import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyProviders
import LatchkeyWeb
import LatchkeyWire

/// `v2/projects/{project}/config`: reads and changes a project's configuration.
struct ProjectSettingsEndpoint: Sendable {
    let store: StoreReader
    let passwords: PasswordVault
    let projects: ProjectAdministration

    private static let path = "/v2/projects/:project/config"
    private static let maxBodyBytes = 65_536

    func add(to router: Router<ServerContext>, through admin: AdminRoutes) {
        admin.on(.get, Self.path, of: router, output: .json(ProjectSettingsResource.self)) { _, _, caller in
            try Response.json(try await store.read { try shown($0.project(caller.caller.project.id)) })
        }
        admin.on(
            .patch, Self.path, of: router, input: .json(ProjectSettingsResource.self), query: ["updateMask"],
            output: .json(ProjectSettingsResource.self)
        ) { request, _, caller in
            let mask = try request.fieldMask(over: try await request.bytes(upTo: Self.maxBodyBytes))
            try mask.require(
                ProjectSettingsResource.changeable, shown: ProjectSettingsResource.shown, of: ProjectSettingsResource.self, from: caller)
            let policies = caller.caller.project.policies
            let changed = try await projects.change(caller.caller.project.id, by: caller.author) { project in
                let present = try shown(project)
                let wanted = try mask.applied(to: present)
                try wanted.apply(to: &project, shownAs: present, under: policies)
            }
            return try Response.json(try shown(changed))
        }
    }

    private func shown(_ project: Project?) throws -> ProjectSettingsResource {
        guard let project else { throw AdministratorError.invalid }
        return ProjectSettingsResource(project, signerKey: try passwords.signerKey(of: project))
    }
}
