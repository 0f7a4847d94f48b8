import Foundation
import LatchkeyIdentity

extension MemoryTransaction {
    func oldestKeys() throws -> [KeyKind: Date] {
        var oldest: [KeyKind: Date] = [:]
        oldest[.databaseSecret] = state.databaseSecrets.filter { $0.revokedAt == nil }.map(\.createdAt).min()
        oldest[.serviceAccount] = state.serviceAccounts.filter { $0.revokedAt == nil }.map(\.createdAt).min()
        oldest[.apiKey] = state.apiKeys.filter { $0.revokedAt == nil && $0.project != .console }.map(\.createdAt).min()
        oldest[.providerSecret] = state.providers.filter(\.enabled).map(\.updatedAt).min()
        let keys = try signingKeys()
        oldest[.idToken] = keys.signer(of: .idToken)?.createdAt
        oldest[.sessionCookie] = keys.signer(of: .sessionCookie)?.createdAt
        return oldest
    }
}
