import LatchkeyAdministrationAPI
import LatchkeyIdentity

/// The URL of a hook.
struct HookTarget: Codable, Sendable {
    var url: String
}

extension Administrator {
    func addHooks(to routes: OperatorRoutes) {
        let path = "/v2/projects/:project/hooks"
        routes.on(.get, path) { call in
            try await store.read { view in HookDescription.all(of: try view.requireProject(call.project)) }
        }
        routes.on(.put, path + "/:event") { (call, target: HookTarget) in try await setHook(of: call, to: target.url) }
        routes.on(.delete, path + "/:event") { try await setHook(of: $0, to: nil) }
    }

    /// - Parameter url: `nil` removes the hook.
    private func setHook(of call: OperatorCall, to url: String?) async throws -> [HookDescription] {
        guard let event = BlockingHooks.Event(rawValue: call["event"]) else {
            let known = BlockingHooks.Event.allCases.map(\.rawValue).joined(separator: " and ")
            throw AdminError("\(call["event"]) is not a hook. Use one of: \(known).")
        }
        return HookDescription.all(of: try await administration.projects.setHook(event, to: url, of: call.projectID, by: .command))
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
