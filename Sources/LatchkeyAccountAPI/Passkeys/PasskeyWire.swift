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
    package init(_ enrolment: PasskeyEnrolmentOffer, project: Project) {
        let account = enrolment.account
        let name = account.email?.text ?? account.displayName ?? account.id.rawValue
        self.init(
            rp: PasskeyEntity(id: enrolment.offer.relyingParty.id, name: project.displayName),
            user: PasskeyUser(id: Base64URL.encode(enrolment.userHandle), name: name, displayName: account.displayName ?? name),
            challenge: enrolment.offer.challenge,
            pubKeyCredParams: PasskeyOffer.algorithms.map { PasskeyParameter(type: "public-key", alg: $0) },
            timeout: PasskeyOffer.timeoutMilliseconds,
            excludeCredentials: enrolment.present.filter { $0.relyingPartyID == enrolment.offer.relyingParty.id }.map {
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
    package init(_ answer: AuthenticatorRegistrationResponse?) throws {
        guard let answer else { throw SignInError(.missingAuthenticatorResponse) }
        try self.init(
            credentialID: try PasskeyBytes.credentialID(answer.id, answer.rawId),
            clientDataJSON: try PasskeyBytes.bytes(answer.response?.clientDataJSON, "clientDataJSON"),
            attestationObject: try PasskeyBytes.bytes(answer.response?.attestationObject, "attestationObject"),
            transports: answer.response?.transports ?? [])
    }
}

extension PasskeyAssertion {
    package init(_ answer: AuthenticatorAuthenticationResponse?) throws {
        guard let answer else { throw SignInError(.missingAuthenticatorResponse) }
        try self.init(
            credentialID: try PasskeyBytes.credentialID(answer.id, answer.rawId),
            clientDataJSON: try PasskeyBytes.bytes(answer.response?.clientDataJSON, "clientDataJSON"),
            authenticatorData: try PasskeyBytes.bytes(answer.response?.authenticatorData, "authenticatorData"),
            signature: try PasskeyBytes.bytes(answer.response?.signature, "signature"),
            userHandle: try PasskeyBytes.bytes(answer.response?.userHandle, "userHandle"))
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
