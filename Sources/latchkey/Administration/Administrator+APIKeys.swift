import LatchkeyIdentity
import LatchkeySecrets

extension Administrator {
    func apiKeys(of project: String) async throws -> [APIKeyDescription] {
        try await store.read { view in try view.apiKeys(of: view.requireProject(project).id).map(APIKeyDescription.init) }
    }

    func addAPIKey(to project: String) async throws -> APIKeyDescription {
        let key = APIKey.random(for: ProjectID(rawValue: project), at: now(), random: random)
        return try await store.write { transaction in
            _ = try transaction.requireProject(project)
            try transaction.insert(key)
            return APIKeyDescription(key)
        }
    }

    func revokeAPIKey(_ text: String, of project: String) async throws -> APIKeyDescription {
        let instant = now().inWholeMilliseconds
        return try await store.write { transaction in
            let project = try transaction.requireProject(project)
            guard let key = try transaction.apiKey(text), key.project == project.id else {
                throw AdminError("\(project.id) has no API key \(text). `latchkey projects key list` lists its keys.")
            }
            guard try transaction.revokeAPIKey(text, at: instant), let revoked = try transaction.apiKey(text) else {
                throw AdminError("\(text) is already revoked.")
            }
            return APIKeyDescription(revoked)
        }
    }
}
