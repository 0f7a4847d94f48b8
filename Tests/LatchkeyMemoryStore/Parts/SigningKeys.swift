import Foundation
import LatchkeyIdentity

extension MemoryTransaction {
    func signingKeys() throws -> [SigningKey] {
        state.signingKeys.enumerated().sorted { ($0.element.createdAt, $0.offset) < ($1.element.createdAt, $1.offset) }.map(\.element)
    }

    func insert(_ key: SigningKey) throws {
        try require(!state.signingKeys.contains { $0.id == key.id }, .other, "the id is taken")
        state.signingKeys.append(key)
        changesConfiguration = true
    }

    func retireSigningKeys(except id: String, publishedUntil end: Date) throws {
        let kept = state.signingKeys.first { $0.id == id && $0.publishedUntil == nil }
        try require(kept != nil, .other, "the key to keep signing with is missing or retired")
        changesConfiguration = true
        for position in state.signingKeys.indices where state.signingKeys[position].id != id {
            guard state.signingKeys[position].purpose == kept?.purpose, state.signingKeys[position].publishedUntil == nil else { continue }
            state.signingKeys[position].publishedUntil = end
        }
    }

    func revokeSigningKey(_ id: String, at now: Date) throws -> Bool {
        guard let position = state.signingKeys.firstIndex(where: { $0.id == id }) else { return false }
        let key = state.signingKeys[position]
        try require(
            state.signingKeys.contains { $0.id != id && $0.purpose == key.purpose && $0.publishedUntil == nil }, .other,
            "no key would be left that signs")
        changesConfiguration = true
        guard SigningKey.Purpose.allCases.contains(where: { key.verifies($0, at: now) }) else { return false }
        state.signingKeys[position].publishedUntil = min(key.publishedUntil ?? now, now)
        state.signingKeys[position].cookiesUntil = nil
        return true
    }
}
