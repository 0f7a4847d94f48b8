public import Crypto
import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An authenticator and the browser before it, in one value, with every part of an answer to be changed by a test.
///
/// It writes its bytes itself and shares nothing with the code that reads them.
public struct ScriptedAuthenticator: Sendable {
    public var key = P256.Signing.PrivateKey()
    public var credentialID: [UInt8]
    public var userHandle: [UInt8]
    public var relyingPartyID: String
    public var origin: String
    public var counter: UInt32 = 0
    public var aaguid: [UInt8] = Array(repeating: 0, count: 16)

    // What browsers and authenticators write unless something is wrong.
    public var registrationType = "webauthn.create"
    public var assertionType = "webauthn.get"
    /// More members of the client data, as JSON text that begins with a comma.
    public var moreClientData = #","crossOrigin":false"#
    /// User present, user verified, may be backed up, is backed up.
    public var flags: UInt8 = 0b0001_1101
    public var attestationFormat = "none"
    public var attestationStatement: [UInt8] = [0xa0]
    public var coseKey: [UInt8]?
    public var afterTheKey: [UInt8] = []
    public var afterTheAssertion: [UInt8] = []

    public init(
        credentialID: [UInt8] = Array(1...32), userHandle: [UInt8] = [], relyingPartyID: String = "auth.example.org",
        origin: String = "https://auth.example.org"
    ) {
        self.credentialID = credentialID
        self.userHandle = userHandle
        self.relyingPartyID = relyingPartyID
        self.origin = origin
    }

    /// The public key as a COSE key.
    public var publicKey: [UInt8] {
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

    public struct Registration: Sendable {
        public var credentialID: [UInt8]
        public var clientDataJSON: [UInt8]
        public var attestationObject: [UInt8]
    }

    public struct Assertion: Sendable {
        public var credentialID: [UInt8]
        public var clientDataJSON: [UInt8]
        public var authenticatorData: [UInt8]
        public var signature: [UInt8]
        public var userHandle: [UInt8]
    }

    /// The answer to `create()`.
    public func register(_ challenge: String) -> Registration {
        let length = [UInt8(credentialID.count >> 8), UInt8(credentialID.count & 255)]
        let data = authenticatorData(flags | 0x40, aaguid + length + credentialID + (coseKey ?? publicKey) + afterTheKey)
        let format = Array(attestationFormat.utf8)
        let object: [UInt8] =
            [0xa3, 0x63] + Array("fmt".utf8) + Self.head(0x60, format.count) + format + [0x67] + Array("attStmt".utf8)
            + attestationStatement + [0x68] + Array("authData".utf8) + Self.head(0x40, data.count) + data
        return Registration(
            credentialID: credentialID, clientDataJSON: clientData(registrationType, challenge), attestationObject: object)
    }

    /// The answer to `get()`.
    public func sign(_ challenge: String) throws -> Assertion {
        let client = clientData(assertionType, challenge)
        let data = authenticatorData(flags, afterTheAssertion)
        let signature = try key.signature(for: data + SHA256.hash(data: client)).derRepresentation
        return Assertion(
            credentialID: credentialID, clientDataJSON: client, authenticatorData: data, signature: Array(signature),
            userHandle: userHandle)
    }
}

extension ScriptedAuthenticator.Registration {
    /// As clients send it.
    public var json: [String: any Sendable] {
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
    /// As clients send it.
    public var json: [String: any Sendable] {
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
