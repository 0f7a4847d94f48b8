import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

/// A sign-in that has begun: where the person goes, and what has to be remembered until they come back.
struct BegunFlow: Sendable {
    let authorizationURL: String
    let remembered: RememberedState
}

/// What a flow keeps, sealed, between its two halves.
struct RememberedState: Codable, Sendable {
    /// OAuth 1.0a: the request token and its secret.
    var requestToken: String?
    var requestSecret: String?
    /// OAuth 2.0: the PKCE verifier.
    var pkceVerifier: String?
    /// OpenID Connect: the raw nonce, whose hash the provider was given.
    var nonce: String?
}

/// What an app may say about the flow it starts.
struct FlowOptions: Sendable {
    var scopes: [String] = []
    /// Reserved names are dropped, whatever their letter case.
    var customParameters: Parameters = [:]
    var language: String?
    /// The provider has to ask the person, even one who agreed before: for flows that any program on their device could have begun.
    var asksPerson = false

    /// What to ask a provider for: its own scopes first, then those of the app.
    func scopes(addedTo standard: [String]) -> [String] {
        standard + scopes.filter { !standard.contains($0) }
    }
}

/// One way to sign people in. Each provider is one small type.
protocol IdentityProvider: Sendable {
    /// Starts a sign-in that comes back to `callback`, carrying `state`.
    func begin(callback: String, state: String, options: FlowOptions) async throws -> BegunFlow
    /// Finishes it with the parameters of the callback.
    func finish(_ parameters: Parameters, callback: String, remembered: RememberedState) async throws -> ProviderAssertion
    /// Checks a token that an app brought, with the provider and for our client.
    ///
    /// - Returns: `nil` when the parameters do not hold what this provider needs.
    func verify(_ credential: Parameters) async throws -> ProviderAssertion?
    /// Whether a callback with these parameters is one of this provider's, so that one provider's answer cannot finish another's flow.
    func recognises(_ callback: Parameters) -> Bool
}

/// A provider whose accounts a device's own settings may hold.
protocol ReverseAuthProvider: IdentityProvider {
    /// The text that the device's system has the provider trade for a token of our application.
    func reverseAuth() async throws -> String
}

/// A provider that wants requests signed with our secret.
protocol ProviderReading: IdentityProvider {
    /// - Parameter target: a path with its query.
    /// - Returns: what the provider said, whatever it was.
    func read(_ target: String, as token: OAuth1Token) async throws -> ProviderReply
}
