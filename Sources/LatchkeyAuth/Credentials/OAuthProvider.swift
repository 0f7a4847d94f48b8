import Foundation
import LatchkeyOAuth
import Synchronization

/// A provider that signs users in on the page of any identity provider.
public final class OAuthProvider: Sendable {
    private struct Settings {
        var scopes: [String]?
        var customParameters: [String: String]?
    }

    /// The provider id, for example `twitter.com`.
    public let providerID: String
    private let auth: Auth
    private let settings = Mutex(Settings())

    /// Creates a provider from its id.
    ///
    /// - Parameter auth: The instance that the credential will be used with; ``Auth/auth()`` by default.
    public init(providerID: String, auth: Auth = Auth.auth()) {
        self.providerID = providerID
        self.auth = auth
    }

    /// Creates a provider from its id.
    public convenience init(providerID: AuthProviderID, auth: Auth = Auth.auth()) {
        self.init(providerID: providerID.rawValue, auth: auth)
    }

    /// Creates a provider from its id, as in Firebase's guides.
    public static func provider(providerID: String, auth: Auth = Auth.auth()) -> OAuthProvider {
        OAuthProvider(providerID: providerID, auth: auth)
    }

    /// Creates a provider from its id, as in Firebase's guides.
    public static func provider(providerID: AuthProviderID, auth: Auth = Auth.auth()) -> OAuthProvider {
        OAuthProvider(providerID: providerID, auth: auth)
    }

    /// The scopes to request. Twitter's OAuth 1.0a has none.
    public var scopes: [String]? {
        get { settings.withLock { $0.scopes } }
        set { settings.withLock { $0.scopes = newValue } }
    }

    /// Additional parameters for the provider's page, for example `["lang": "fr"]`.
    ///
    /// Names that the protocol reserves (`client_id`, `redirect_uri`, `response_type`, `scope`, `state`, `nonce`, those of PKCE and
    /// all that begin with `oauth_`) are dropped. The comparison ignores case.
    public var customParameters: [String: String]? {
        get { settings.withLock { $0.customParameters } }
        set {
            let allowed = newValue.map { ReservedParameters.removing(from: $0) }
            settings.withLock { $0.customParameters = allowed }
        }
    }

    /// Opens the provider's page and waits until the user completes it.
    ///
    /// The credential is exchanged only when you use it: conflicts with other accounts are thrown by ``Auth/signIn(with:)``, not by
    /// this method.
    ///
    /// - Parameter delegate: Opens the page; `nil` uses the system's browser.
    /// - Throws: ``AuthErrorCode/invalidAPIKey`` or ``AuthErrorCode/networkError`` before a page is opened,
    ///   ``AuthErrorCode/webContextCancelled`` if the task is canceled or the user does not return in time, or another web code.
    public func credential(with delegate: (any AuthUIDelegate)?) async throws -> AuthCredential {
        let (scopes, customParameters) = settings.withLock { ($0.scopes ?? [], $0.customParameters ?? [:]) }
        let outcome = try await auth.runWebFlow(
            providerID: providerID, scopes: scopes, customParameters: customParameters, delegate: delegate)
        return OAuthCredential(providerID: providerID, webFlow: outcome)
    }

    /// Opens the provider's page. The completion handler is called on the main actor.
    ///
    /// The provider is retained until then.
    public func getCredentialWith(
        _ delegate: (any AuthUIDelegate)?,
        completion: (@MainActor (AuthCredential?, (any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) { try await self.credential(with: delegate) }
    }
}
