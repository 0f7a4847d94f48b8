import LatchkeySecrets

/// The authenticator data of a ceremony (WebAuthn Level 3, section 6.1).
struct AuthenticatorData: Equatable, Sendable {
    struct Flags: OptionSet, Sendable {
        let rawValue: UInt8
        static let userPresent = Self(rawValue: 1 << 0)
        static let userVerified = Self(rawValue: 1 << 2)
        static let backupEligible = Self(rawValue: 1 << 3)
        static let backedUp = Self(rawValue: 1 << 4)
        static let attestedCredential = Self(rawValue: 1 << 6)
        static let extensions = Self(rawValue: 1 << 7)
    }

    struct AttestedCredential: Equatable, Sendable {
        let aaguid: [UInt8]
        let credentialID: [UInt8]
        /// The public key in its original encoding.
        let publicKey: [UInt8]
    }

    /// The maximum length of authenticator data.
    static let maxBytes = 8192
    static let maxCredentialIDBytes = 1023

    let relyingPartyIDHash: [UInt8]
    let flags: Flags
    let counter: UInt32
    let credential: AttestedCredential?

    init(_ bytes: [UInt8]) throws {
        guard bytes.count <= Self.maxBytes else { throw Self.malformed("is longer than \(Self.maxBytes) bytes") }
        guard bytes.count >= 37 else { throw Self.malformed("is too short") }
        relyingPartyIDHash = Array(bytes[..<32])
        flags = Flags(rawValue: bytes[32])
        counter = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        var rest = bytes[37...]
        do {
            credential = flags.contains(.attestedCredential) ? try Self.credential(from: &rest) : nil
            if flags.contains(.extensions) {
                var reader = CBORReader(rest)
                guard case .map = try reader.next() else { throw Self.malformed("has extensions that are not a map") }
                rest = reader.rest
            }
        } catch let error as CBORReader.Malformed {
            throw Self.malformed("is not canonical CBOR: \(error.problem)")
        }
        guard rest.isEmpty else { throw Self.malformed("has trailing bytes") }
    }

    private static func credential(from rest: inout ArraySlice<UInt8>) throws -> AttestedCredential {
        guard rest.count >= 18 else { throw malformed("is too short") }
        let aaguid = Array(rest.prefix(16))
        rest = rest.dropFirst(16)
        let length = rest.prefix(2).reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(2)
        guard (1...maxCredentialIDBytes).contains(length) else {
            throw PasskeyRefusal(.credentialID, "A credential id has 1 to \(maxCredentialIDBytes) bytes.")
        }
        guard rest.count >= length else { throw malformed("is too short") }
        let id = Array(rest.prefix(length))
        rest = rest.dropFirst(length)
        var reader = CBORReader(rest)
        _ = try reader.next()
        let key = Array(rest[..<reader.rest.startIndex])
        rest = reader.rest
        return AttestedCredential(aaguid: aaguid, credentialID: id, publicKey: key)
    }

    private static func malformed(_ problem: String) -> PasskeyRefusal {
        PasskeyRefusal(.malformed, "The authenticator data \(problem).")
    }

    /// Runs the checks that all ceremonies share (sections 7.1 and 7.2).
    func check(relyingPartyIDHash expected: [UInt8]) throws {
        guard relyingPartyIDHash.equalsInConstantTime(expected) else {
            throw PasskeyRefusal(.relyingParty, "The authenticator signed for another relying party.")
        }
        guard flags.contains(.userPresent) else { throw PasskeyRefusal(.userAbsent, "The authenticator did not detect a user.") }
        guard flags.contains(.userVerified) else {
            throw PasskeyRefusal(.userNotVerified, "The authenticator did not verify the user; request userVerification “required”.")
        }
        guard flags.contains(.backupEligible) || !flags.contains(.backedUp) else {
            throw PasskeyRefusal(.flags, "The passkey is not backup eligible, but marked as backed up.")
        }
    }
}
