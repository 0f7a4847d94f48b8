package import Crypto
package import LatchkeySecrets

/// The key of the chain of the audit log.
///
/// All links and proofs are HMAC-SHA256 (RFC 2104) under this key, so that an attacker who can write to the database file, but has no master key,
/// cannot compute them. The key is random and stored sealed: a replaced master key seals it again, and the old links stay valid.
package struct EventChainKey: Sendable {
    private let key: SymmetricKey

    /// The purposes of the key. Each is part of its input, so that no value stands for another.
    private enum Purpose: String {
        case link, head, anchor, removal, rewrite, tries, nodes
    }

    static let context = SealingContext(project: "", table: "event_chain", row: "1", column: "sealed_key")

    /// Creates a random key.
    package init(random: RandomTokens) {
        key = SymmetricKey(data: random.data(count: 32))
    }

    /// Opens a stored key.
    ///
    /// - Throws: ``SealingError``.
    package init(opening sealed: SealedSecret, with sealer: Sealer) throws {
        key = SymmetricKey(data: try sealer.open(sealed, for: Self.context).expose())
    }

    /// Seals the key for the store.
    package func sealed(with sealer: Sealer) throws -> SealedSecret {
        try sealer.seal(key.withUnsafeBytes { Array($0) }, for: Self.context)
    }

    /// A key for the names of counts in the store, which all nodes have.
    package var keyOfTries: SymmetricKey { derivedKey(.tries) }

    /// A key with which nodes prove to each other that they have the store and its master key.
    package var keyOfNodes: SymmetricKey { derivedKey(.nodes) }

    private func derivedKey(_ purpose: Purpose) -> SymmetricKey {
        SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Array(("latchkey " + purpose.rawValue).utf8), using: key))
    }

    /// Returns the link of an event: it covers the event and, through the previous link, all events before it.
    package func link(of commitment: EventDigest, sequence: Int64, after previous: EventDigest) -> EventDigest {
        code(.link) { bytes in
            bytes.add(sequence)
            bytes.add(previous)
            bytes.add(commitment)
        }
    }

    /// Returns the proof that an event was the last one. Links in the database do not reveal it, so the newest events cannot be cut off.
    package func proof(ofHead head: EventHead) -> EventDigest {
        code(.head) { bytes in
            bytes.add(head.sequence)
            bytes.add(head.link)
        }
    }

    /// Returns the proof that all events up to and including one were deleted by the server, and which ones are from before the chain.
    package func proof(ofAnchor anchor: EventHead, begin: Int64) -> EventDigest {
        code(.anchor) { bytes in
            bytes.add(begin)
            bytes.add(anchor.sequence)
            bytes.add(anchor.link)
        }
    }

    /// Returns the proof that the server deleted an event.
    package func proof(ofRemoval commitment: EventDigest, sequence: Int64, link: EventDigest) -> EventDigest {
        code(.removal) { bytes in
            bytes.add(sequence)
            bytes.add(commitment)
            bytes.add(link)
        }
    }

    /// Returns the proof that the server replaced the personal data of an event with those that it has now.
    package func proof(ofRewriting event: AuthEvent, sequence: Int64, personal: EventDigest) -> EventDigest {
        code(.rewrite) { bytes in
            bytes.add(sequence)
            bytes.add(personal)
            event.add(personalTo: &bytes)
        }
    }

    private func code(_ purpose: Purpose, _ add: (inout CanonicalBytes) -> Void) -> EventDigest {
        var bytes = CanonicalBytes()
        bytes.add("latchkey audit " + purpose.rawValue)
        add(&bytes)
        return EventDigest(uncheckedBytes: Array(HMAC<SHA256>.authenticationCode(for: bytes.bytes, using: key)))
    }
}
