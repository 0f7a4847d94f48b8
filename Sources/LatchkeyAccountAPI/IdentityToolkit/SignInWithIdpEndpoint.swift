package import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyProviders
import LatchkeySecrets
import LatchkeySignInFlow
package import LatchkeyWeb
package import LatchkeyWire

/// `accounts:signInWithIdp`: signs in, links or reauthenticates with a provider's credential.
package struct SignInWithIdpEndpoint: Endpoint {
    package static let name = "accounts:signInWithIdp"
    package static let version3Name: String? = "verifyAssertion"
    package static let asksProviders = true
    package static let words = APIWords(
        "signInWithIdp", .accounts, "Signs in with a provider",
        """
        Starts a session with the credential of a provider, as form pairs in `postBody`, or with the result of a web flow in \
        `requestUri`. With `idToken`, the identity is linked to that account. If another account has the verified address, the \
        response contains `needConfirmation`. Firebase's `accounts.signInWithIdp`.
        """,
        errors: .session + [
            .missingRequestURI, .invalidRequestURI, .invalidIDPResponse, .invalidCredentialOrProviderID, .invalidProviderID,
            .invalidPendingToken, .missingOrInvalidNonce, .federatedUserIDAlreadyLinked, .emailExists, .operationNotAllowed,
            .adminOnlyOperation, .blockingFunctionErrorResponse,
        ],
        request: """
            {"requestUri":"http://localhost",
            "postBody":"access_token=gho_16C7e42F292c6912E7710c838347Ae178B4a&providerId=github.com","returnSecureToken":true}
            """,
        reply: """
            {"providerId":"github.com","federatedId":"https://github.com/1815","localId":"gC3vZ0qkVbTt5xkqZ1yH2uT8wZ12",
            "email":"ada@example.org","emailVerified":true,"idToken":"eyJ…","refreshToken":"AMf…","expiresIn":"3600"}
            """)

    let sessions: Sessions
    let signIn: ProviderSignIn
    let pendingCredentials: PendingCredentials
    let catalog: ProviderCatalog
    let finisher: FlowFinisher

    package static func tenant(of input: SignInWithIdpRequest) -> String? { input.tenantId }

    package func respond(to input: SignInWithIdpRequest, from caller: Caller) async throws -> SignInWithIdpReply {
        let purpose: ProviderSignIn.Purpose
        if let idToken = input.idToken.unlessEmpty {
            purpose = .link(try await sessions.check(idToken, from: caller))
        } else {
            purpose = input.autoCreate == false ? .reauthenticate(caller) : .signIn(caller)
        }
        // If the request names no tenant, the tenant of the ID token is used.
        let caller = purpose.caller
        let (assertion, pending) = try await assertion(input, from: caller)
        let isLenient = caller.project.policies.isLenient
        let reply = IdpReply(assertion, believesProvider: isLenient)
        switch try await signIn.finish(assertion, for: purpose, consuming: pending) {
        case .signedIn(let tokens, let isNewUser, let recycled):
            return reply.signedIn(tokens, isNewUser: isNewUser, emailRecycled: recycled)
        case .secondFactorNeeded(let needed): return reply.secondFactorNeeded(needed)
        case .confirmationNeeded(let existing, let token):
            // The existing account is revealed only if the provider verified the address, or without enumeration protection.
            let mayKnow = assertion.addressVerifiedByProvider || !caller.project.settings.enumerationProtection || isLenient
            return reply.confirmationNeeded(mayKnow ? existing : nil, pendingToken: token)
        case .refused(let code, let token):
            guard input.returnIdpCredential == true else { throw SignInError(code) }
            return reply.refused(code, pendingToken: token)
        }
    }

    /// Returns the provider's assertion that the request refers to, and the fingerprint of its pending credential, if any.
    private func assertion(_ input: SignInWithIdpRequest, from caller: Caller) async throws -> (ProviderAssertion, Fingerprint?) {
        // A pending token takes precedence, because the iOS SDK also sends the old credential.
        if let token = input.pendingToken, !token.isEmpty {
            let secret = Secret(token)
            return (try await pendingCredentials.assertion(of: secret, in: caller.realm), Fingerprint(of: token))
        }
        guard let requestURI = input.requestUri, !requestURI.isEmpty else { throw SignInError(.init(rawValue: "MISSING_REQUEST_URI")) }
        guard requestURI.utf8.count + (input.postBody?.utf8.count ?? 0) <= IdpCredential.maxBytes, requestURI.contains("://") else {
            throw SignInError(.init(rawValue: "INVALID_REQUEST_URI"))
        }
        let credential = try IdpCredential(
            requestURI: requestURI, postBody: input.postBody, keepsFirst: caller.project.policies.isLenient)
        if credential.parameters["authResult"] != nil || credential.parameters["state"] != nil,
            !(caller.project.policies.isLenient && credential.hasToken)
        {
            return (try await flowAssertion(credential, sessionID: input.sessionId, caller: caller), nil)
        }
        if let error = credential.parameters.errorWithoutState {
            throw SignInError(.invalidIdpResponse, message: "The provider ended the sign-in with “\(error)”.")
        }
        guard let providerID = credential.providerID else { throw Self.incomplete(requestURI) }
        let provider = try await catalog.provider(ProviderID(rawValue: providerID), in: caller.realm)
        guard let assertion = try await provider.verify(credential.parameters) else { throw Self.incomplete(requestURI) }
        return (assertion, nil)
    }

    /// Returns the result of the handler page, or of a provider's callback that the client received itself.
    private func flowAssertion(_ credential: IdpCredential, sessionID: String?, caller: Caller) async throws -> ProviderAssertion {
        guard let sessionID, !sessionID.isEmpty else {
            throw SignInError(.invalidIdpResponse, message: "The sessionId that began this sign-in is missing.")
        }
        let assertion: ProviderAssertion
        if let token = credential.parameters["authResult"] {
            guard let kept = try await finisher.result(token, sessionID: sessionID, in: caller.realm) else {
                throw SignInError(
                    .invalidIdpResponse, message: "This sign-in was finished before, has expired, or was begun by another session.")
            }
            assertion = kept
        } else {
            assertion = try await directAssertion(credential.parameters, sessionID: sessionID, caller: caller)
        }
        if let named = credential.providerID, ![assertion.configuredAs, assertion.key.provider].contains(ProviderID(rawValue: named)) {
            throw SignInError(.invalidIdpResponse, message: "This sign-in was begun with another provider.")
        }
        return assertion
    }

    private func directAssertion(_ callback: Parameters, sessionID: String, caller: Caller) async throws -> ProviderAssertion {
        do {
            let taken = try await finisher.take(callback, browser: nil, session: Fingerprint(of: sessionID))
            guard taken.flow.realm == caller.realm, taken.target == .caller else { throw FlowMismatch.unknown }
            return try await finisher.assertion(taken, callback: callback)
        } catch let mismatch as FlowMismatch {
            throw SignInError(
                .invalidIdpResponse, message: "This sign-in was finished before, has expired, or was begun by another session.",
                cause: "\(mismatch)")
        }
    }

    private static func incomplete(_ requestURI: String) -> SignInError {
        SignInError(
            .init(rawValue: "INVALID_CREDENTIAL_OR_PROVIDER_ID"),
            message: "Invalid IdP response/credential: postBody needs providerId and that provider's access_token"
                + " (twitter.com also oauth_token_secret) or id_token.")
    }
}
