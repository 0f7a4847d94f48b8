package import LatchkeyIdentity
package import LatchkeyOAuth
import LatchkeySecrets

/// A started sign-in: the authorization URL, and the state to keep until the callback.
package struct BegunFlow: Sendable {
    package let authorizationURL: String
    package let remembered: RememberedState

    package init(authorizationURL: String, remembered: RememberedState) {
        self.authorizationURL = authorizationURL
        self.remembered = remembered
    }
}

/// The state that a flow stores, sealed, until the callback.
package struct RememberedState: Codable, Sendable {
    /// OAuth 1.0a: the request token and its secret.
    package var requestToken: String?
    package var requestSecret: String?
    /// OAuth 2.0: the PKCE verifier.
    package var pkceVerifier: String?
    /// OpenID Connect: the raw nonce. The provider gets only its hash.
    package var nonce: String?

    package init(requestToken: String? = nil, requestSecret: String? = nil, pkceVerifier: String? = nil, nonce: String? = nil) {
        self.requestToken = requestToken
        self.requestSecret = requestSecret
        self.pkceVerifier = pkceVerifier
        self.nonce = nonce
    }
}

/// The options that an app can set for a flow.
package struct FlowOptions: Sendable {
    package var scopes: [String] = []
    /// Additional parameters for the authorization URL. Reserved names are dropped, regardless of letter case.
    package var customParameters: Parameters = [:]
    package var language: String?
    /// Whether the provider must prompt the user even after earlier consent, for flows that any program on the user's device can start.
    package var asksPerson = false

    package init(scopes: [String] = [], customParameters: Parameters = [:], language: String? = nil, asksPerson: Bool = false) {
        self.scopes = scopes
        self.customParameters = customParameters
        self.language = language
        self.asksPerson = asksPerson
    }

    /// Returns the parameters for the authorization URL: those of the app, and those that make the provider prompt the user if the flow
    /// requires it.
    package func customParameters(asking: Parameters) -> Parameters {
        let custom = ReservedParameters.removing(from: customParameters)
        return asksPerson ? custom.overridden(by: asking) : custom
    }

    /// Returns the scopes to request: the given ones first, then those of the app.
    package func scopes(addedTo standard: [String]) -> [String] {
        standard + scopes.filter { !standard.contains($0) }
    }
}

extension Parameters {
    /// Returns the parameters with those of the same names replaced, regardless of letter case.
    package func overridden(by others: Parameters) -> Parameters {
        let names = Set(others.map { $0.name.lowercased() })
        return Parameters(filter { !names.contains($0.name.lowercased()) } + others)
    }
}

/// A sign-in provider.
package protocol IdentityProvider: Sendable {
    /// Starts a sign-in that returns to `callback` with `state`.
    func begin(callback: String, state: String, options: FlowOptions) async throws -> BegunFlow
    /// Finishes a sign-in with the parameters of the callback.
    func finish(_ parameters: Parameters, callback: String, remembered: RememberedState) async throws -> ProviderAssertion
    /// Verifies a token that an app obtained itself: with the provider, and for this server's client.
    ///
    /// - Returns: `nil` if the parameters lack a credential of this provider.
    func verify(_ credential: Parameters) async throws -> ProviderAssertion?
    /// Whether a callback can be from this provider, so that one provider's response cannot finish another provider's flow.
    func recognises(_ callback: Parameters) -> Bool
}

/// Finds the sign-in providers of projects and tenants.
package protocol ProviderLookup: Sendable {
    /// Returns a provider that users of a realm may sign in with.
    ///
    /// - Throws: ``SignInError`` with `INVALID_PROVIDER_ID` or `OPERATION_NOT_ALLOWED`.
    func provider(_ id: ProviderID, in realm: Realm) async throws -> any IdentityProvider
}

/// A provider whose accounts can be set up in the settings of a device.
package protocol ReverseAuthProvider: IdentityProvider {
    /// Returns the signed text that the device's operating system exchanges at the provider for a token of this server's application.
    func reverseAuth() async throws -> String
}

/// A provider whose API requires requests signed with this server's secret.
package protocol ProviderReading: IdentityProvider {
    /// Sends a signed GET request to the provider's API.
    ///
    /// - Parameter target: A path with its query.
    /// - Returns: The provider's response, with any status.
    func read(_ target: String, as token: OAuth1Token) async throws -> ProviderReply
}
