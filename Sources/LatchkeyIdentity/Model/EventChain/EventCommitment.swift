import Crypto

/// What the chain contains of an event.
///
/// The chain contains a commitment of each event, not the event. The commitment covers time, realm, kind, outcome and method directly, and
/// actor, subject, session, reason and address through a digest with a random salt. When an account is deleted, the salt is deleted with the
/// personal data: the digest that stays does not reveal them, because an attacker cannot try values without the salt.
extension AuthEvent {
    /// The length of the random salt of an event, in bytes.
    package static let saltByteCount = 16

    /// Returns the digest of the members that may name a person.
    ///
    /// - Parameter salt: The random bytes of this event.
    package func personalDigest(salt: [UInt8]) -> EventDigest {
        var bytes = CanonicalBytes()
        add(personalTo: &bytes)
        let code = HMAC<SHA256>.authenticationCode(for: bytes.bytes, using: SymmetricKey(data: salt))
        return EventDigest(uncheckedBytes: Array(code))
    }

    /// Returns the commitment of the event.
    ///
    /// - Parameter personal: The digest of the members that may name a person, as it was when the event was recorded.
    package func commitment(sequence: Int64, personal: EventDigest) -> EventDigest {
        var bytes = CanonicalBytes()
        bytes.add("latchkey event 1")
        bytes.add(sequence)
        bytes.add(at.millisecondsSince1970)
        for text in [realm.project.rawValue, realm.tenant.rawValue, kind.rawValue, outcome.rawValue, method?.rawValue] { bytes.add(text) }
        bytes.add(personal)
        return EventDigest(uncheckedBytes: Array(SHA256.hash(data: bytes.bytes)))
    }

    func add(personalTo bytes: inout CanonicalBytes) {
        for text in [actor, subject?.rawValue, session?.rawValue, reason, address] { bytes.add(text) }
    }
}

/// Bytes of values, such that different values have different bytes: each text has its length before it, or a mark if it is absent.
struct CanonicalBytes {
    private(set) var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(384)
    }

    mutating func add(_ number: Int64) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func add(_ text: String?) {
        guard let text else { return add(-1) }
        add(Int64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func add(_ digest: EventDigest) {
        bytes.append(contentsOf: digest.bytes)
    }
}
