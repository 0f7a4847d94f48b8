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
        let remains = state.signingKeys.contains { $0.id == id && $0.publishedUntil == nil }
        try require(remains, .other, "the key to keep signing with is missing or retired")
        changesConfiguration = true
        for position in state.signingKeys.indices where state.signingKeys[position].id != id {
            if state.signingKeys[position].publishedUntil == nil { state.signingKeys[position].publishedUntil = end }
        }
    }
}
