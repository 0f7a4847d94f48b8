import Foundation
import LatchkeyIdentity

extension MemoryTransaction {
    func project(_ id: ProjectID) throws -> Project? { isBeingRemoved(id) ? nil : state.projects[id] }

    func projects() throws -> [Project] {
        state.projects.values.filter { $0.id != .console && !isBeingRemoved($0.id) }.sorted { $0.id.rawValue.precedes($1.id.rawValue) }
    }

    func insert(_ project: Project) throws {
        try require(state.projects[project.id] == nil, .project, "the id is taken")
        changesConfiguration = true
        state.projects[project.id] = project
    }

    func update(_ project: Project) throws {
        guard var stored = state.projects[project.id] else { throw conflict(.project, "no such project to update") }
        stored.displayName = project.displayName
        stored.settings = project.settings
        stored.authorizedDomains = project.authorizedDomains
        changesConfiguration = true
        state.projects[project.id] = stored
    }

    func apiKey(_ text: String) throws -> APIKey? { state.apiKeys.first { $0.text == text } }

    func apiKeys(of project: ProjectID) throws -> [APIKey] {
        state.apiKeys.filter { $0.project == project }.sorted { ($0.createdAt, $0.text) < ($1.createdAt, $1.text) }
    }

    func insert(_ key: APIKey) throws {
        try requireProject(key.project)
        try require(try apiKey(key.text) == nil, .other, "the key is taken")
        changesConfiguration = true
        state.apiKeys.append(key)
    }

    func revokeAPIKey(_ text: String, at now: Date) throws -> Bool {
        guard let found = state.apiKeys.firstIndex(where: { $0.text == text && $0.revokedAt == nil }) else { return false }
        changesConfiguration = true
        state.apiKeys[found].revokedAt = now
        return true
    }

    func apps(of project: ProjectID) throws -> [RegisteredApp] {
        state.apps.filter { $0.project == project }.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    func appsOfTeams() throws -> [RegisteredApp] {
        state.apps.filter { $0.teamID != nil }.sorted {
            ($0.createdAt, $0.id, $0.project.rawValue) < ($1.createdAt, $1.id, $1.project.rawValue)
        }
    }

    func insert(_ app: RegisteredApp) throws {
        try requireProject(app.project)
        try require(!state.apps.contains { $0.id == app.id && $0.project == app.project }, .other, "the id is taken")
        state.apps.append(app)
    }

    func update(_ app: RegisteredApp) throws {
        guard let found = state.apps.firstIndex(where: { $0.id == app.id && $0.project == app.project }) else { return }
        state.apps[found].teamID = app.teamID
        state.apps[found].displayName = app.displayName
    }
}
