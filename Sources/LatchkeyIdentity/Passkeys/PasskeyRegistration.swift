import Crypto

/// The response of `navigator.credentials.create()`, parsed but not verified.
package struct PasskeyRegistration: Sendable {
    let clientData: ClientData
    let authenticatorData: AuthenticatorData
    let credential: AuthenticatorData.AttestedCredential
    let key: PasskeyPublicKey
    let transports: [String]
    private let format: String
    private let statement: CBORMap
    /// The bytes that a self-attestation signs.
    private let signedBytes: [UInt8]

    /// The maximum length of an attestation object.
    static let maxAttestationBytes = 16_384
    private static let maxTransports = 8
    private static let maxTransportBytes = 32

    /// Parses a response.
    ///
    /// - Parameter credentialID: The credential id of the browser, which must equal the authenticator's.
    /// - Throws: ``SignInError``: `INVALID_CREDENTIAL_ID`; `INVALID_AUTHENTICATOR_RESPONSE` with the reason.
    package init(credentialID: [UInt8], clientDataJSON: [UInt8], attestationObject: [UInt8], transports: [String] = []) throws {
        do {
            try self.init(id: credentialID, clientDataJSON, attestationObject, transports)
        } catch let refusal as PasskeyRefusal {
            throw refusal.error
        }
    }

    private init(id: [UInt8], _ clientDataJSON: [UInt8], _ attestationObject: [UInt8], _ transports: [String]) throws {
        clientData = try ClientData(clientDataJSON)
        guard attestationObject.count <= Self.maxAttestationBytes,
            case .map(let object)? = try? CBORReader.value(of: attestationObject[...]), object.count == 3,
            case .text(let format)? = object["fmt"], case .map(let statement)? = object["attStmt"],
            case .bytes(let authenticatorBytes)? = object["authData"]
        else {
            throw PasskeyRefusal(.malformed, "attestationObject is not canonical CBOR with fmt, attStmt and authData.")
        }
        self.format = format
        self.statement = statement
        authenticatorData = try AuthenticatorData(authenticatorBytes)
        guard let credential = authenticatorData.credential else {
            throw PasskeyRefusal(.malformed, "The authenticator data holds no credential.")
        }
        guard credential.credentialID == id else {
            throw PasskeyRefusal(.credentialID, "The authenticator names another credential.")
        }
        self.credential = credential
        key = try PasskeyPublicKey(cose: credential.publicKey)
        signedBytes = authenticatorBytes + SHA256.hash(data: clientDataJSON)
        // Transports are hints for browsers. Invalid ones are dropped.
        self.transports = Array(
            transports.filter { text in
                (1...Self.maxTransportBytes).contains(text.utf8.count)
                    && text.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
            }.prefix(Self.maxTransports))
    }

    /// Runs the steps of section 7.1 that follow parsing.
    func check(against challenge: PasskeyChallenge) throws {
        try clientData.check(.registration, against: challenge)
        try authenticatorData.check(relyingPartyIDHash: Array(SHA256.hash(data: Array(challenge.relyingParty.id.utf8))))
        try checkAttestation()
    }

    /// Checks the attestation, although none is requested. A signature with the new key itself (section 8.2, without certificate) proves
    /// that the key works. Statements about manufacturers cannot be verified, so they are refused instead of ignored.
    private func checkAttestation() throws {
        if format == "none", statement.count == 0 { return }
        if format == "packed", statement.count == 2, statement["alg"]?.integer == key.algorithm.rawValue,
            case .bytes(let signature)? = statement["sig"], key.isValid(signature, over: signedBytes)
        {
            return
        }
        throw PasskeyRefusal(.attestation, "Only the attestation formats “none” and “packed” with the passkey’s own signature are read.")
    }
}
