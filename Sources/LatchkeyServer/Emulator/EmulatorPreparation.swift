public import LatchkeyIdentity

/// What an emulator does before anybody asks.
public struct EmulatorPreparation: Sendable {
    let projects: EmulatedProjects
    let store: any AccountStore

    /// - Precondition: The parts are an emulator's.
    public init(_ parts: ServerParts) {
        guard let emulation = parts.emulation else { preconditionFailure("these parts are no emulator's") }
        projects = Emulator(emulation, parts: parts).projects
        store = parts.store
    }

    /// The project that API keys lead to, made if need be.
    public func standardProject() async throws -> Project { try await projects.standardProject() }

    /// Lets the claim `email_verified` decide also where pretended providers were configured.
    public func trustProviders(of project: ProjectID) async throws {
        try await store.write { transaction in
            for var provider in try transaction.providers(of: project) where !provider.trustedForTakeover {
                provider.trustedForTakeover = true
                try transaction.save(provider)
            }
        }
    }
}
