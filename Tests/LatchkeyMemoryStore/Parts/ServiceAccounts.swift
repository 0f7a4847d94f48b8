import Foundation
import LatchkeyIdentity
import LatchkeySecrets

extension MemoryTransaction {
    func serviceAccount(_ email: String) throws -> ServiceAccount? { state.serviceAccounts.first { $0.email == email } }

    func serviceAccounts(of project: ProjectID) throws -> [ServiceAccount] {
        state.serviceAccounts.filter { $0.project == project }.sorted { ($0.createdAt, $0.email) < ($1.createdAt, $1.email) }
    }

    func insert(_ account: ServiceAccount) throws {
        try requireProject(account.project)
        let isTaken = state.serviceAccounts.contains { $0.email == account.email || $0.keyID == account.keyID }
        try require(!isTaken, .other, "the address or the key is taken")
        state.serviceAccounts.append(account)
    }

    func revokeServiceAccount(_ email: String, at now: Date) throws -> Bool {
        guard let found = state.serviceAccounts.firstIndex(where: { $0.email == email && $0.revokedAt == nil }) else { return false }
        state.serviceAccounts[found].revokedAt = now
        return true
    }

    func accessToken(_ id: Fingerprint) throws -> AccessToken? { state.accessTokens.first { $0.id == id } }

    func insert(_ token: AccessToken) throws {
        try require(try serviceAccount(token.serviceAccount) != nil, .other, "no such service account")
        try require(try accessToken(token.id) == nil, .other, "the id is taken")
        state.accessTokens.append(token)
    }
}
