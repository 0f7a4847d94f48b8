import LatchkeyAdministrationAPI
import LatchkeyIdentity

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
        return HookDescription.all(
            of: try await administration.projects.setHook(event, to: url, of: ProjectID(rawValue: project), by: .command))
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
