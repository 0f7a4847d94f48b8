// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import Synchronization

/// Makes projects as they are named for the first time; any API key leads to the standard one.
final class EmulatedProjects: ProjectFinding, AdministratorDoor {
    private struct Memory {
        var revision = 0
        var projects: [ProjectID: Project] = [:]
    }

    /// So that a program that counts upwards does not fill the memory.
    private static let maxProjects = 1000

    private let emulation: Emulation
    private let store: any AccountStore
    private let setup: ProjectSetup
    private let keys: ProjectDirectory
    private let providers: EmulatedProviders
    private let memory = Mutex(Memory())

    init(emulation: Emulation, store: any AccountStore, setup: ProjectSetup, providers: EmulatedProviders) {
        self.emulation = emulation
        self.store = store
        self.setup = setup
        self.providers = providers
        keys = ProjectDirectory(store: store)
    }

    func project(withKey key: String) async throws -> Project? {
        // A key that was made for another project leads there.
        if let project = try await keys.project(withKey: key) { return project }
        return try await standardProject()
    }

    func project(withoutKey request: Request) async throws -> Project? {
        guard let token = request.bearerToken else { return nil }
        guard Self.isOwner(token) else { throw AdministratorError.invalid }
        return try await standardProject()
    }

    func standardProject() async throws -> Project { try await project(emulation.standardProject) }

    /// The project of a name, which is made if there is none.
    func project(_ id: ProjectID) async throws -> Project {
        let revision = store.configurationRevision
        if let known = memory.withLock({ $0.revision == revision ? $0.projects[id] : nil }) { return known }
        if let found = try await store.read({ try $0.project(id) }) {
            memory.withLock { memory in
                if memory.revision != revision { memory = Memory(revision: revision) }
                memory.projects[id] = found
            }
            return found
        }
        guard Emulation.isProjectName(id.rawValue) else {
            throw SignInError(.init(rawValue: "INVALID_PROJECT_ID"), message: "A project's id has 1 to 128 characters and no blank.")
        }
        guard try await store.read({ try $0.projects().count }) < Self.maxProjects else {
            throw SignInError(.init(rawValue: "QUOTA_EXCEEDED"), message: "The emulator holds at most \(Self.maxProjects) projects.")
        }
        do {
            let (made, _) = try await setup.create(
                id, displayName: id.rawValue, settings: .emulated, authorizedDomains: ["localhost", "127.0.0.1", WebOrigin.anyHost])
            try await providers.configureStandardProviders(of: made.id)
            return made
        } catch let conflict as StoreConflict where conflict.subject == .project {
            // Two asked for it at once.
            guard let found = try await store.read({ try $0.project(id) }) else { throw conflict }
            return found
        }
    }

    // MARK: Administrators

    func access(by token: String, to project: String) async throws -> AdministratorAccess? {
        guard Self.isOwner(token) else { return nil }
        return AdministratorAccess(project: try await self.project(ProjectID(rawValue: project)), actor: "owner")
    }

    /// What the Admin SDKs and `gcloud` send to an emulator.
    static func isOwner(_ token: String) -> Bool { token.lowercased() == "owner" || token.hasPrefix("ya29.") }
}

extension ProjectSettings {
    /// Everything is on, and answers say what happened.
    fileprivate static let emulated = ProjectSettings(
        enumerationProtection: false, phoneSignIn: true, smsSecondFactor: true, totpSecondFactor: true, signUpsPerHour: 0,
        emailLinkSignIn: true)
}
