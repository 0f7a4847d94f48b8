/// The reason why the key of the audit log in a store cannot be used.
package enum EventChainKeyProblem: Sendable {
    /// Another program removed the key.
    case removed
    /// The key was sealed with a master key that is missing.
    case missing(MasterKeyID)
    /// Another program changed the key.
    case changed
}

extension StoreReading {
    /// Returns why a sealer cannot open the key of the audit log.
    package func eventChainKeyProblem(_ sealer: Sealer) throws -> EventChainKeyProblem {
        guard let sealed = try sealedValues(of: .eventChainKey, without: [0], after: nil, limit: 1).first else { return .removed }
        if let id = sealed.masterKey, !sealer.has(id) { return .missing(id) }
        return .changed
    }
}
