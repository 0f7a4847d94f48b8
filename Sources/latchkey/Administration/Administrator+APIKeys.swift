import LatchkeyIdentity

extension Administrator {
    func apiKeys(of project: String) async throws -> [APIKeyDescription] {
        try await store.read { view in try view.apiKeys(of: view.requireProject(project).id).map(APIKeyDescription.init) }
    }

    func addAPIKey(to project: String) async throws -> APIKeyDescription {
        APIKeyDescription(try await administration.apiKeys.add(to: ProjectID(rawValue: project), by: .command))
    }

    func revokeAPIKey(_ text: String, of project: String) async throws -> APIKeyDescription {
        APIKeyDescription(try await administration.apiKeys.revoke(text, of: ProjectID(rawValue: project), by: .command))
    }
}
