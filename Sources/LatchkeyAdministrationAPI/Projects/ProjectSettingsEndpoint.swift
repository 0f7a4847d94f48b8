import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyProviders
import LatchkeyWeb
import LatchkeyWire

/// `v2/projects/{project}/config`: reads and changes a project's configuration.
struct ProjectSettingsEndpoint: Sendable {
    let store: any AccountStore
    let passwords: PasswordVault
    let targets: CallTargets
    /// Whether administrators may use the targets that the operator may use. True in a sandbox, which has no real users.
    let isOperators: Bool
    let now: WallClock

    private static let path = "/v2/projects/:project/config"
    private static let maxBodyBytes = 65_536

    func add(to router: Router<ServerContext>, through admin: AdminRoutes) {
        admin.on(.get, Self.path, of: router, answers: .json(ProjectSettingsResource.self)) { _, _, caller in
            try Response.json(try await store.read { try shown($0.project(caller.caller.project.id)) })
        }
        admin.on(
            .patch, Self.path, of: router, asks: .json(ProjectSettingsResource.self), query: ["updateMask"],
            answers: .json(ProjectSettingsResource.self)
        ) { request, _, caller in
            let mask = try request.fieldMask(over: try await request.bytes(upTo: Self.maxBodyBytes))
            try mask.require(
                ProjectSettingsResource.changeable, shown: ProjectSettingsResource.shown, of: ProjectSettingsResource.self, from: caller)
            try await checkTargets(of: mask, caller)
            let changed = try await store.write { transaction -> ProjectSettingsResource in
                // Read again, because the caller's copy was read before the transaction.
                let before = try transaction.project(caller.caller.project.id)
                let present = try shown(before)
                guard var project = before else { throw AdministratorError.invalid }
                let wanted = try mask.applied(to: present)
                try wanted.apply(to: &project, shownAs: present, under: caller.caller.project.policies)
                try transaction.update(project)
                try transaction.append(caller.configuring(mask, at: now()))
                return try shown(project)
            }
            return try Response.json(changed)
        }
    }

    /// Resolves the hosts of new hooks before the transaction, which cannot wait for the resolver.
    private func checkTargets(of mask: FieldMask, _ caller: AdminCaller) async throws {
        guard mask.contains("blockingFunctions") else { return }
        let found = try await store.read { try $0.project(caller.caller.project.id) }
        let wanted = try mask.applied(to: try shown(found))
        for (name, trigger) in wanted.blockingFunctions?.triggers ?? [:] {
            guard let url = trigger.functionUri.unlessEmpty else { continue }
            if let event = BlockingHooks.Event(rawValue: name), found?.settings.hooks[event] == url { continue }
            guard let refusal = await targets.refusal(ofURL: url, isOperator: isOperators) else { continue }
            throw SettingRefusal(ProjectRules.hookRefusal(url, refusal, isOperator: isOperators))
        }
    }

    private func shown(_ project: Project?) throws -> ProjectSettingsResource {
        guard let project else { throw AdministratorError.invalid }
        return ProjectSettingsResource(project, signerKey: try passwords.signerKey(of: project))
    }
}
