import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyProviders
import LatchkeySignInFlow
import LatchkeyWeb
import LatchkeyWire

extension EmulatorChecks {
    /// `accounts:signInWithIdp`. `autoCreate` is ignored.
    @Sendable func signInWithIdp(_ received: SignInWithIdpRequest, _ caller: Caller) async throws -> SignInWithIdpRequest {
        if received.returnRefreshToken == true { throw NotEmulated("returnRefreshToken is not implemented yet.") }
        if !received.pendingIdToken.isMissing { throw NotEmulated("pendingIdToken is not implemented yet.") }
        var input = received
        input.autoCreate = nil
        guard input.pendingToken.isMissing else { return input }
        guard let uri = input.requestUri.unlessEmpty else { throw Self.missing("REQUEST_URI") }
        guard AbsoluteURI.isOne(uri), uri.utf8.count + (input.postBody?.utf8.count ?? 0) <= IdpCredential.maxBytes else {
            throw SignInError(.init(rawValue: "INVALID_REQUEST_URI"))
        }
        let credential = try IdpCredential(requestURI: uri, postBody: input.postBody, keepsFirst: true)
        let isFlow =
            credential.parameters["authResult"] != nil
            || mayStartFlow(caller) && ["state", "error"].contains { credential.parameters[$0] != nil }
        guard let provider = credential.providerID else {
            if isFlow { return input }
            throw SignInError(
                .init(rawValue: "INVALID_CREDENTIAL_OR_PROVIDER_ID"),
                message: "Invalid IdP response/credential: " + Self.normalized(uri, credential.parameters))
        }
        // The credential is checked before the ID token.
        if !isFlow, !input.idToken.isMissing {
            _ = try await catalog.provider(ProviderID(rawValue: provider), in: caller.realm).verify(credential.parameters)
        }
        return input
    }

    /// Whether a client can finish its own flow at a provider here. This requires the Latchkey client or simulated providers.
    func mayStartFlow(_ caller: Caller) -> Bool { hasSandbox || caller.client.version?.contains(Self.ownClient) == true }

    private static let ownClient = "/LatchkeySwift/"

    /// The URI with all parameters in its query, serialized as in the URL standard.
    private static func normalized(_ uri: String, _ parameters: Parameters) -> String {
        let bare = uri.prefix { $0 != "?" && $0 != "#" }
        let isRoot = bare.firstRange(of: "://").map { !bare[$0.upperBound...].contains("/") } ?? false
        let query = parameters.formEncoded
        return bare + (isRoot ? "/" : "") + (query.isEmpty ? "" : "?" + query)
    }

    /// Returns the response in the form of Google's emulator: with an empty context, and with an access token without claims, except if
    /// the app needs the credential for linking.
    @Sendable func told(
        _ input: SignInWithIdpRequest, _ reply: SignInWithIdpReply, _ caller: Caller
    ) async throws -> SignInWithIdpReply {
        var reply = reply
        reply.context = ""
        if reply.needConfirmation != true, reply.errorMessage == nil {
            reply.oauthAccessToken = FakeClaims.bareAccessToken(reply.oauthAccessToken)
        }
        if reply.providerId == ProviderID.google.rawValue, let profile = reply.rawUserInfo.flatMap({ FakeClaims($0) }) {
            reply.firstName = profile.text("given_name")
            reply.lastName = profile.text("family_name")
        }
        if reply.errorMessage != nil { reply.emailVerified = reply.emailVerified ?? false }
        return reply
    }
}
