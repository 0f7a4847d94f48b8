import Crypto
import LatchkeySecrets

/// The response of `navigator.credentials.get()`, parsed but not verified.
package struct PasskeyAssertion: Sendable {
    let credentialID: [UInt8]
    let clientData: ClientData
    let authenticatorData: AuthenticatorData
    let signature: [UInt8]
    let userHandle: [UInt8]
    private let signedBytes: [UInt8]

    /// The maximum length of a signature. An RSA signature of 4,096 bits has 512 bytes.
    static let maxSignatureBytes = 1024

    /// Parses a response.
    ///
    /// - Throws: ``SignInError``: `INVALID_CREDENTIAL_ID`; `INVALID_AUTHENTICATOR_RESPONSE` with the reason.
    package init(
        credentialID: [UInt8], clientDataJSON: [UInt8], authenticatorData: [UInt8], signature: [UInt8], userHandle: [UInt8]
    ) throws {
        do {
            guard (1...AuthenticatorData.maxCredentialIDBytes).contains(credentialID.count) else {
                throw PasskeyRefusal(.credentialID, "A credential id has 1 to \(AuthenticatorData.maxCredentialIDBytes) bytes.")
            }
            guard (1...64).contains(userHandle.count) else {
                throw PasskeyRefusal(.malformed, "userHandle has 1 to 64 bytes; only discoverable passkeys are accepted.")
            }
            guard (1...Self.maxSignatureBytes).contains(signature.count) else {
                throw PasskeyRefusal(.malformed, "A signature has 1 to \(Self.maxSignatureBytes) bytes.")
            }
            self.credentialID = credentialID
            clientData = try ClientData(clientDataJSON)
            self.authenticatorData = try AuthenticatorData(authenticatorData)
            guard self.authenticatorData.credential == nil else {
                throw PasskeyRefusal(.malformed, "The authenticator data of a sign-in holds no new credential.")
            }
            self.signature = signature
            self.userHandle = userHandle
            signedBytes = authenticatorData + SHA256.hash(data: clientDataJSON)
        } catch let refusal as PasskeyRefusal {
            throw refusal.error
        }
    }

    /// Runs the steps of section 7.2 that need no passkey. Their outcome does not depend on the account.
    func check(against challenge: PasskeyChallenge) throws {
        try clientData.check(.assertion, against: challenge)
        try authenticatorData.check(relyingPartyIDHash: Array(SHA256.hash(data: Array(challenge.relyingParty.id.utf8))))
    }

    /// Whether a key made the signature. Without a key, a decoy is verified, so that the time does not tell whether the passkey exists.
    func isSigned(by publicKey: [UInt8]?) -> Bool {
        let key = publicKey.flatMap { try? PasskeyPublicKey(cose: $0) }
        let matches = (key ?? .decoy).isValid(signature, over: signedBytes)
        return key != nil && matches
    }

    /// Runs the remaining steps of section 7.2, after the signature was verified.
    ///
    /// - Returns: The passkey with its state after this use, except for the time.
    func check(as passkey: Passkey, under challenge: PasskeyChallenge) throws -> Passkey {
        guard passkey.relyingPartyID == challenge.relyingParty.id else {
            throw PasskeyRefusal(.unknown, "The passkey belongs to another relying party.")
        }
        guard userHandle.equalsInConstantTime(Passkey.userHandle(of: passkey.account)) else {
            throw PasskeyRefusal(.userHandle, "The passkey belongs to another account.")
        }
        guard authenticatorData.flags.contains(.backupEligible) == passkey.backupEligible else {
            throw PasskeyRefusal(.backupEligibility, "The backup eligibility of a passkey cannot change.")
        }
        let counts = authenticatorData.counter != 0 || passkey.counter != 0
        guard !counts || authenticatorData.counter > passkey.counter else {
            throw PasskeyRefusal(.counter, "The passkey’s counter did not grow.")
        }
        var used = passkey
        used.counter = authenticatorData.counter
        used.backedUp = authenticatorData.flags.contains(.backedUp)
        return used
    }
}
