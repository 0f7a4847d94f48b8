import LatchkeySecrets

/// The browser's description of a ceremony (WebAuthn Level 3, section 5.8.1). The authenticator signs its hash, so the page cannot
/// change it.
struct ClientData: Equatable, Sendable {
    enum Ceremony: String, Sendable {
        case registration = "webauthn.create"
        case assertion = "webauthn.get"
    }

    /// The maximum length of client data, in bytes.
    static let maxBytes = 4096

    let type: String
    /// The challenge's bytes, as the fingerprint under which the challenge is stored.
    let challenge: Fingerprint
    let origin: String
    let isCrossOrigin: Bool

    private struct Members: Decodable {
        let type: String
        let challenge: String
        let origin: String
        let crossOrigin: Bool?
        let topOrigin: String?
    }

    init(_ json: [UInt8]) throws {
        guard json.count <= Self.maxBytes else { throw Self.malformed }
        guard let members = try? UniqueJSON.decode(Members.self, from: json),
            let challenge = Base64URL.decode(members.challenge)
        else {
            throw Self.malformed
        }
        type = members.type
        self.challenge = PasskeyChallenge.fingerprint(of: challenge)
        origin = members.origin
        isCrossOrigin = members.crossOrigin == true || members.topOrigin != nil
    }

    func check(_ ceremony: Ceremony, against expected: PasskeyChallenge) throws {
        guard type == ceremony.rawValue else { throw PasskeyRefusal(.ceremony, "clientDataJSON must be of type \(ceremony.rawValue).") }
        guard challenge.bytes.equalsInConstantTime(expected.id.bytes) else { throw PasskeyChallenge.gone }
        guard origin == expected.relyingParty.origin else {
            throw PasskeyRefusal(.origin, "clientDataJSON has a different origin than the start of the ceremony.")
        }
        guard !isCrossOrigin else { throw PasskeyRefusal(.origin, "Passkeys are not accepted from a frame inside another site’s page.") }
    }

    private static let malformed = PasskeyRefusal(.malformed, "clientDataJSON is not client data of at most \(maxBytes) bytes.")
}
