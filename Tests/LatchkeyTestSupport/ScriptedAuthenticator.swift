package import Crypto
import LatchkeySecrets

/// A WebAuthn authenticator and its browser in one value; tests can change every part of a response.
///
/// It encodes its responses independently of the code that parses them.
package struct ScriptedAuthenticator: Sendable {
    /// The private key of the credential.
    package var key = P256.Signing.PrivateKey()
    /// The credential ID.
    package var credentialID: [UInt8]
    /// The user handle in assertions.
    package var userHandle: [UInt8]
    /// The relying party ID; its hash is part of the authenticator data.
    package var relyingPartyID: String
    /// The origin in the client data.
    package var origin: String
    /// The signature counter.
    package var counter: UInt32 = 0
    /// The AAGUID in registrations.
    package var aaguid: [UInt8] = Array(repeating: 0, count: 16)

    // The values of a correct response by default.
    /// The `type` in the client data of registrations.
    package var registrationType = "webauthn.create"
    /// The `type` in the client data of assertions.
    package var assertionType = "webauthn.get"
    /// Additional members of the client data, as JSON text that begins with a comma.
    package var moreClientData = #","crossOrigin":false"#
    /// The authenticator flags: user present, user verified, backup eligible, backed up.
    package var flags: UInt8 = 0b0001_1101
    /// The attestation statement format.
    package var attestationFormat = "none"
    /// The attestation statement in CBOR; an empty map by default.
    package var attestationStatement: [UInt8] = [0xa0]
    /// The COSE key in registrations; ``publicKey`` if `nil`.
    package var coseKey: [UInt8]?
    /// Bytes to append to the authenticator data of registrations, after the key.
    package var afterTheKey: [UInt8] = []
    /// Bytes to append to the authenticator data of assertions.
    package var afterTheAssertion: [UInt8] = []

    /// Creates an authenticator with a new key.
    package init(
        credentialID: [UInt8] = Array(1...32), userHandle: [UInt8] = [], relyingPartyID: String = "auth.example.org",
        origin: String = "https://auth.example.org"
    ) {
        self.credentialID = credentialID
        self.userHandle = userHandle
        self.relyingPartyID = relyingPartyID
        self.origin = origin
    }

    /// The public key in COSE format.
    package var publicKey: [UInt8] {
        let point = Array(key.publicKey.x963Representation)
        return [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20] + point[1...32] + [0x22, 0x58, 0x20] + point[33...]
    }

    private func clientData(_ type: String, _ challenge: String) -> [UInt8] {
        Array(#"{"type":"\#(type)","challenge":"\#(challenge)","origin":"\#(origin)"\#(moreClientData)}"#.utf8)
    }

    private func authenticatorData(_ flags: UInt8, _ rest: [UInt8]) -> [UInt8] {
        let count = (0..<4).reversed().map { UInt8(truncatingIfNeeded: counter >> UInt32(8 * $0)) }
        return Array(SHA256.hash(data: Array(relyingPartyID.utf8))) + [flags] + count + rest
    }

    private static func head(_ major: UInt8, _ length: Int) -> [UInt8] {
        switch length {
        case ..<24: [major | UInt8(length)]
        case ..<256: [major | 24, UInt8(length)]
        default: [major | 25, UInt8(length >> 8), UInt8(length & 255)]
        }
    }

    /// The response to `create()`.
    package struct Registration: Sendable {
        /// The credential ID.
        package var credentialID: [UInt8]
        /// The client data in JSON.
        package var clientDataJSON: [UInt8]
        /// The attestation object in CBOR.
        package var attestationObject: [UInt8]
    }

    /// The response to `get()`.
    package struct Assertion: Sendable {
        /// The credential ID.
        package var credentialID: [UInt8]
        /// The client data in JSON.
        package var clientDataJSON: [UInt8]
        /// The authenticator data.
        package var authenticatorData: [UInt8]
        /// The signature in DER encoding.
        package var signature: [UInt8]
        /// The user handle.
        package var userHandle: [UInt8]
    }

    /// Returns the response to `create()` for a challenge.
    package func register(_ challenge: String) -> Registration {
        let length = [UInt8(credentialID.count >> 8), UInt8(credentialID.count & 255)]
        let data = authenticatorData(flags | 0x40, aaguid + length + credentialID + (coseKey ?? publicKey) + afterTheKey)
        let format = Array(attestationFormat.utf8)
        let object: [UInt8] =
            [0xa3, 0x63] + Array("fmt".utf8) + Self.head(0x60, format.count) + format + [0x67] + Array("attStmt".utf8)
            + attestationStatement + [0x68] + Array("authData".utf8) + Self.head(0x40, data.count) + data
        return Registration(
            credentialID: credentialID, clientDataJSON: clientData(registrationType, challenge), attestationObject: object)
    }

    /// Returns the response to `get()` for a challenge.
    package func sign(_ challenge: String) throws -> Assertion {
        let client = clientData(assertionType, challenge)
        let data = authenticatorData(flags, afterTheAssertion)
        let signature = try key.signature(for: data + SHA256.hash(data: client)).derRepresentation
        return Assertion(
            credentialID: credentialID, clientDataJSON: client, authenticatorData: data, signature: Array(signature),
            userHandle: userHandle)
    }
}

extension ScriptedAuthenticator.Registration {
    /// The response as clients send it.
    package var json: [String: any Sendable] {
        let id = Base64URL.encode(credentialID)
        return [
            "id": id, "rawId": id, "type": "public-key",
            "response": [
                "clientDataJSON": Base64URL.encode(clientDataJSON), "attestationObject": Base64URL.encode(attestationObject),
                "transports": ["internal"],
            ] as [String: any Sendable],
        ]
    }
}

extension ScriptedAuthenticator.Assertion {
    /// The response as clients send it.
    package var json: [String: any Sendable] {
        let id = Base64URL.encode(credentialID)
        return [
            "id": id, "rawId": id, "type": "public-key",
            "response": [
                "clientDataJSON": Base64URL.encode(clientDataJSON), "authenticatorData": Base64URL.encode(authenticatorData),
                "signature": Base64URL.encode(signature), "userHandle": Base64URL.encode(userHandle),
            ],
        ]
    }
}
