public import LatchkeyIdentity
package import LatchkeyWeb

/// The preparation of an emulator before it accepts requests.
public struct EmulatorPreparation: Sendable {
    let projects: EmulatedProjects
    let store: any AccountStore

    /// Creates the preparation for the basics of a server.
    package init(_ emulation: Emulation, _ basics: ServerBasics) {
        projects = Emulator(emulation, basics).projects
        store = basics.store
    }

    /// Returns the standard project. Creates it if it does not exist.
    public func standardProject() async throws -> Project { try await projects.standardProject() }

    /// Makes the claim `email_verified` decide also for simulated providers that were configured before.
    public func trustProviders(of project: ProjectID) async throws {
        try await store.write { transaction in
            for var provider in try transaction.providers(of: project) where !provider.trustedForTakeover {
                provider.trustedForTakeover = true
                try transaction.save(provider)
            }
        }
    }
}
