import LatchkeyAdministrationAPI
import LatchkeyIdentity

/// A project to create.
struct NewProject: Codable, Sendable {
    var id: String
    var name: String?
}

/// Changes to a project; `nil` members are not changed.
struct ProjectChange: Codable, Sendable, Equatable {
    var name: String?
    /// By the names of ``ProjectSetting``.
    var settings: [String: ProjectSetting.Value]?
    var addedProviderRequests: [String]?
    var removedProviderRequests: [String]?
    var passwordPolicy: PasswordPolicyChange?
    var addedDomains: [String]?
    var removedDomains: [String]?
}

extension Administrator {
    func addProjects(to routes: OperatorRoutes) {
        let path = "/v2/projects"
        routes.on(.get, path) { _ in try await store.read { view in try view.projects().map { try view.describe($0) } } }
        routes.on(.post, path) { (_, new: NewProject) in
            let (project, key) = try await administration.projects.create(new.id, name: new.name, by: .command)
            return ProjectDescription(project, providers: [], keys: [key])
        }
        routes.on(.get, path + "/:project") { call in
            try await store.read { view in try view.describe(view.requireProject(call.project)) }
        }
        routes.on(.patch, path + "/:project") { try await changeProject($0.project, $1) }
        routes.on(.get, path + "/:project/size") { try await projectSize($0.projectID) }
        routes.on(.delete, path + "/:project") { try await removeProject($0.projectID) }
    }

    private func changeProject(_ id: String, _ change: ProjectChange) async throws -> ProjectDescription {
        let requests = try (change.addedProviderRequests ?? []).map(Self.checkedProviderRequest)
        let added = try (change.addedDomains ?? []).map(HostName.checked)
        let changed = try await administration.projects.change(ProjectID(rawValue: id), by: .command) { project in
            project.displayName = change.name ?? project.displayName
            for (name, value) in change.settings ?? [:] {
                guard let setting = ProjectSetting.named(name) else { throw AdminError("\(name) is not a setting of this version.") }
                try setting.set(value, in: &project.settings)
            }
            if let policy = change.passwordPolicy { try project.settings.passwordPolicy.apply(policy) }
            try project.remove(change.removedProviderRequests ?? [])
            project.settings.providerRequests += requests.filter { !project.settings.providerRequests.contains($0) }
            for domain in (change.removedDomains ?? []).map({ $0.lowercased() }) {
                guard let index = project.authorizedDomains.firstIndex(of: domain) else {
                    throw AdminError("\(domain) is not an authorized domain of \(id), so it cannot be removed.")
                }
                project.authorizedDomains.remove(at: index)
            }
            project.authorizedDomains += added
        }
        return try await store.read { try $0.describe(changed) }
    }

    private static func checkedProviderRequest(_ text: String) throws -> ProviderRequestRule {
        guard let rule = ProviderRequestRule(text), rule.provider == .twitter else {
            throw AdminError(
                "\(text) is not a provider request: use twitter.com and a path, for example twitter.com/2/users/me; a segment * matches "
                    + "any one segment.")
        }
        return rule
    }
}

extension Project {
    /// Removes requests that apps may make at providers.
    fileprivate mutating func remove(_ requests: [String]) throws {
        for text in requests {
            guard let index = settings.providerRequests.firstIndex(where: { $0.text == text }) else {
                throw AdminError("Apps of \(id) are not allowed to read \(text), so it cannot be removed.")
            }
            settings.providerRequests.remove(at: index)
        }
    }
}
