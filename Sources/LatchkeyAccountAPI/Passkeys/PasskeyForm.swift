package import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb
import LatchkeyWire

/// The form fields that the page script fills with the authenticator's response.
extension QueryParameters {
    /// - Throws: ``SignInError``: `MISSING_AUTHENTICATOR_RESPONSE`, `INVALID_AUTHENTICATOR_RESPONSE`, `INVALID_CREDENTIAL_ID`.
    package func passkeyRegistration() throws -> PasskeyRegistration {
        try PasskeyRegistration(try reply(AuthenticatorRegistrationResponse.self))
    }

    /// - Throws: As ``passkeyRegistration()``.
    package func passkeyAssertion() throws -> PasskeyAssertion {
        try PasskeyAssertion(try reply(AuthenticatorAuthenticationResponse.self))
    }

    /// Returns the ID of the passkey to remove.
    ///
    /// - Throws: ``SignInError`` with `INVALID_CREDENTIAL_ID`.
    package func passkeyID() throws -> [UInt8] {
        guard let id = self["passkey"].flatMap({ Base64URL.decode($0) }), !id.isEmpty else { throw SignInError(.invalidCredentialID) }
        return id
    }

    private func reply<Output: Decodable>(_ type: Output.Type) throws -> Output? {
        guard let json = self["credential"], !json.isEmpty else { return nil }
        guard let reply = try? WireDecoder.decode(type, from: Array(json.utf8)) else { throw SignInError(.invalidAuthenticatorResponse) }
        return reply
    }
}
