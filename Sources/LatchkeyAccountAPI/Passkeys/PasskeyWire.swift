package import LatchkeyIdentity
import LatchkeySecrets
package import LatchkeyWire

extension PasskeyRequestOptions {
    package init(_ offer: PasskeyOffer) {
        self.init(
            challenge: offer.challenge, timeout: PasskeyOffer.timeoutMilliseconds, rpId: offer.relyingParty.id, userVerification: "required"
        )
    }
}

extension PasskeyCreationOptions {
    package init(_ enrollment: PasskeyEnrollmentOffer, project: Project) {
        let account = enrollment.account
        let name = account.email?.text ?? account.displayName ?? account.id.rawValue
        self.init(
            rp: PasskeyEntity(id: enrollment.offer.relyingParty.id, name: project.displayName),
            user: PasskeyUser(id: Base64URL.encode(enrollment.userHandle), name: name, displayName: account.displayName ?? name),
            challenge: enrollment.offer.challenge,
            pubKeyCredParams: PasskeyOffer.algorithms.map { PasskeyParameter(type: "public-key", alg: $0) },
            timeout: PasskeyOffer.timeoutMilliseconds,
            excludeCredentials: enrollment.present.filter { $0.relyingPartyID == enrollment.offer.relyingParty.id }.map {
                PasskeyDescriptor(
                    type: "public-key", id: Base64URL.encode($0.credentialID), transports: $0.transports.isEmpty ? nil : $0.transports)
            },
            authenticatorSelection: PasskeySelection(residentKey: "required", requireResidentKey: true, userVerification: "required"),
            attestation: "none")
    }
}

extension PasskeyInfo {
    init(_ passkey: Passkey) {
        let id = passkey.isInsecureFake ? String(decoding: passkey.credentialID, as: UTF8.self) : Base64URL.encode(passkey.credentialID)
        self.init(credentialId: id, name: passkey.name)
    }
}

extension PasskeyRegistration {
    package init(_ credential: AuthenticatorRegistrationResponse?) throws {
        guard let credential else { throw SignInError(.missingAuthenticatorResponse) }
        try self.init(
            credentialID: try PasskeyBytes.credentialID(credential.id, credential.rawId),
            clientDataJSON: try PasskeyBytes.bytes(credential.response?.clientDataJSON, "clientDataJSON"),
            attestationObject: try PasskeyBytes.bytes(credential.response?.attestationObject, "attestationObject"),
            transports: credential.response?.transports ?? [])
    }
}

extension PasskeyAssertion {
    package init(_ credential: AuthenticatorAuthenticationResponse?) throws {
        guard let credential else { throw SignInError(.missingAuthenticatorResponse) }
        try self.init(
            credentialID: try PasskeyBytes.credentialID(credential.id, credential.rawId),
            clientDataJSON: try PasskeyBytes.bytes(credential.response?.clientDataJSON, "clientDataJSON"),
            authenticatorData: try PasskeyBytes.bytes(credential.response?.authenticatorData, "authenticatorData"),
            signature: try PasskeyBytes.bytes(credential.response?.signature, "signature"),
            userHandle: try PasskeyBytes.bytes(credential.response?.userHandle, "userHandle"))
    }
}

private enum PasskeyBytes {
    static func credentialID(_ id: String?, _ rawID: String?) throws -> [UInt8] {
        guard let bytes = (id ?? rawID).flatMap(Base64URL.decode), !bytes.isEmpty else { throw SignInError(.invalidCredentialID) }
        // Both members must name the same credential.
        if let rawID, Base64URL.decode(rawID) != bytes { throw SignInError(.invalidCredentialID) }
        return bytes
    }

    static func bytes(_ text: String?, _ name: String) throws -> [UInt8] {
        guard let bytes = text.flatMap(Base64URL.decode), !bytes.isEmpty else {
            throw SignInError(.invalidAuthenticatorResponse, message: "response.\(name) has to be Base64.")
        }
        return bytes
    }
}
