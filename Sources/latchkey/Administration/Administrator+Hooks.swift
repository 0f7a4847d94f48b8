import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeyProviders

extension Administrator {
    func hooks(of project: String) async throws -> [HookDescription] {
        try await store.read { view in HookDescription.all(of: try view.requireProject(project)) }
    }

    /// - Parameter url: `nil` removes the hook.
    func setHook(_ name: String, to url: String?, of project: String) async throws -> [HookDescription] {
        guard let event = BlockingHooks.Event(rawValue: name) else {
            let known = BlockingHooks.Event.allCases.map(\.rawValue).joined(separator: " and ")
            throw AdminError("\(name) is not a hook. Use one of: \(known).")
        }
        if let url {
            try AdminError.explaining { try ProjectRules.checkHookURL(url, allowsThisMachine: true) }
            if let refusal = await targets?.refusal(ofURL: url, isOperator: true) {
                throw AdminError(ProjectRules.hookRefusal(url, refusal, isOperator: true))
            }
        }
        return try await store.write { transaction in
            var project = try transaction.requireProject(project)
            guard url != nil || project.settings.hooks[event] != nil else {
                throw AdminError("\(project.id) has no hook \(name).")
            }
            project.settings.hooks[event] = url
            try transaction.update(project)
            return HookDescription.all(of: project)
        }
    }
}

/// A hook in the output for administrators.
struct HookDescription: Codable, Sendable, Equatable {
    var event: String
    var url: String

    static func all(of project: Project) -> [HookDescription] {
        BlockingHooks.Event.allCases.compactMap { event in
            project.settings.hooks[event].map { HookDescription(event: event.rawValue, url: $0) }
        }
    }
}
