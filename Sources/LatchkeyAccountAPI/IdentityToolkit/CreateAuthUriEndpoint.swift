package import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyProviders
import LatchkeySecrets
import LatchkeySignInFlow
package import LatchkeyWeb
package import LatchkeyWire

/// `accounts:createAuthUri`: returns the sign-in methods of an email address, or starts a sign-in with a provider.
package struct CreateAuthUriEndpoint: Endpoint {
    package static let name = "accounts:createAuthUri"
    package static let version3Name: String? = "createAuthUri"
    package static let asksProviders = true
    package static let words = APIWords(
        "createAuthUri", .accounts, "Starts a sign-in with a provider, or returns the methods of an address",
        """
        With `providerId`, returns the URL of the provider's page in `authUri`, and the session to finish with. With \
        `identifier`, returns the sign-in methods of an email address; with enumeration protection, it returns none. Firebase's \
        `accounts.createAuthUri`.
        """,
        required: ["continueUri"],
        errors: [
            .missingIdentifier, .invalidIdentifier, .missingContinueURI, .invalidContinueURI, .unauthorizedDomain,
            .invalidProviderID, .invalidIDPResponse, .invalidArgument, .operationNotAllowed,
        ],
        request: #"{"identifier":"ada@example.org","continueUri":"http://localhost"}"#,
        reply: """
            {"kind":"identitytoolkit#CreateAuthUriResponse","registered":true,"signinMethods":["password"],
            "sessionId":"session"}
            """)

    let methods: SignInMethods
    let starter: FlowStarter
    let random: RandomTokens

    static let maxURIBytes = 2048
    static let maxSessionIDBytes = 512

    package static func tenant(of input: CreateAuthUriRequest) -> String? { input.tenantId }

    package func respond(to input: CreateAuthUriRequest, from caller: Caller) async throws -> CreateAuthUriReply {
        let sessionID = try sessionID(input)
        if let providerID = input.providerId, !providerID.isEmpty {
            return try await begin(ProviderID(rawValue: providerID.lowercased()), input, sessionID: sessionID, caller: caller)
        }
        guard let identifier = input.identifier, !identifier.isEmpty else { throw SignInError(.init(rawValue: "MISSING_IDENTIFIER")) }
        guard let continueURI = input.continueUri, !continueURI.isEmpty else { throw SignInError(.init(rawValue: "MISSING_CONTINUE_URI")) }
        guard let email = EmailAddress(identifier) else { throw SignInError(.init(rawValue: "INVALID_IDENTIFIER")) }
        // Its value is not used, so its length does not matter.
        guard WebOrigin(continueURI) != nil else { throw SignInError(.init(rawValue: "INVALID_CONTINUE_URI")) }
        let pendingToken = input.pendingToken.flatMap { $0.isEmpty ? nil : Secret($0) }
        guard let methods = try await methods.methods(for: email, pendingToken: pendingToken, caller: caller) else {
            return CreateAuthUriReply(sessionId: sessionID)
        }
        // If an address can have several accounts, its providers do not identify one of them.
        let told = methods.filter { caller.project.settings.oneAccountPerEmail || $0 == .password || $0 == .emailLink }
        // Password and email link are two methods of one provider.
        var providers: [String] = []
        for name in told.map({ ($0 == .emailLink ? .password : $0).rawValue }) where !providers.contains(name) { providers.append(name) }
        return CreateAuthUriReply(
            sessionId: sessionID, registered: !told.isEmpty, allProviders: providers, signinMethods: told.map(\.rawValue))
    }

    /// Starts a provider sign-in. The client receives the callback at `continueUri` and passes it to `signInWithIdp`.
    private func begin(
        _ provider: ProviderID, _ input: CreateAuthUriRequest, sessionID: String, caller: Caller
    ) async throws -> CreateAuthUriReply {
        guard let continueURI = input.continueUri, !continueURI.isEmpty else { throw SignInError(.init(rawValue: "MISSING_CONTINUE_URI")) }
        guard continueURI.utf8.count <= Self.maxURIBytes, let origin = WebOrigin(continueURI), !continueURI.contains("#"),
            !Self.namesState(continueURI)
        else {
            throw SignInError(
                .init(rawValue: "INVALID_CONTINUE_URI"),
                message: "Use an absolute http or https URL of at most \(Self.maxURIBytes) bytes, without a fragment or a state parameter.")
        }
        guard origin.isAuthorized(by: caller.project.authorizedDomains) else { throw SignInError(.init(rawValue: "UNAUTHORIZED_DOMAIN")) }
        var options = FlowOptions()
        // Any program on the user's device can listen on a loopback address.
        options.asksPerson = AddressRange.isLoopback(ofURL: continueURI)
        options.scopes = (input.oauthScope ?? "").split(separator: " ").prefix(HandlerRequest.maxScopes).map(String.init)
        let custom = (input.customParameter ?? [:]).sorted { $0.key < $1.key }.prefix(HandlerRequest.maxCustomParameters)
        options.customParameters = Parameters(custom.map { Parameter($0.key, $0.value) })
        let url = try await starter.begin(
            provider, for: caller, session: Fingerprint(of: sessionID), browser: nil, target: .caller, options: options,
            callback: continueURI)
        return CreateAuthUriReply(authUri: url, providerId: provider.rawValue, sessionId: sessionID)
    }

    /// Returns whether a URL has a `state` parameter. The server adds its own, and two of them in a callback would be ambiguous.
    private static func namesState(_ url: String) -> Bool {
        guard let mark = url.firstIndex(of: "?") else { return false }
        guard let query = try? QueryParameters(formEncoded: String(url[url.index(after: mark)...])) else { return true }
        return query.contains { $0.name.lowercased() == "state" }
    }

    private func sessionID(_ input: CreateAuthUriRequest) throws -> String {
        guard let given = input.sessionId, !given.isEmpty else { return random.token(byteCount: 20) }
        guard given.utf8.count <= Self.maxSessionIDBytes else {
            throw SignInError(.init(rawValue: "INVALID_ARGUMENT"), message: "sessionId is longer than \(Self.maxSessionIDBytes) bytes.")
        }
        return given
    }
}
