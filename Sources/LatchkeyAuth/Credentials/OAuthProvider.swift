import Foundation
import LatchkeyOAuth
import Synchronization

/// Signs people in on the page of an identity provider, whichever it is.
public final class OAuthProvider: Sendable {
    private struct Settings {
        var scopes: [String]?
        var customParameters: [String: String]?
    }

    /// The provider, for example `twitter.com`.
    public let providerID: String
    private let auth: Auth
    private let settings = Mutex(Settings())

    /// A provider by its id.
    ///
    /// - Parameter auth: The instance that the credential will be used with; ``Auth/auth()`` unless told otherwise.
    public init(providerID: String, auth: Auth = Auth.auth()) {
        self.providerID = providerID
        self.auth = auth
    }

    /// A provider by its id.
    public convenience init(providerID: AuthProviderID, auth: Auth = Auth.auth()) {
        self.init(providerID: providerID.rawValue, auth: auth)
    }

    /// A provider by its id, as Firebase's guides make it.
    public static func provider(providerID: String, auth: Auth = Auth.auth()) -> OAuthProvider {
        OAuthProvider(providerID: providerID, auth: auth)
    }

    /// A provider by its id, as Firebase's guides make it.
    public static func provider(providerID: AuthProviderID, auth: Auth = Auth.auth()) -> OAuthProvider {
        OAuthProvider(providerID: providerID, auth: auth)
    }

    /// The scopes to ask for; Twitter's OAuth 1.0a knows none.
    public var scopes: [String]? {
        get { settings.withLock { $0.scopes } }
        set { settings.withLock { $0.scopes = newValue } }
    }

    /// Further parameters for the provider's page, for example `["lang": "fr"]`.
    ///
    /// Names that the protocol needs for itself (`client_id`, `redirect_uri`, `response_type`, `scope`, `state`, `nonce`,
    /// those of PKCE and all that begin with `oauth_`) are dropped, in whatever letter case they are written.
    public var customParameters: [String: String]? {
        get { settings.withLock { $0.customParameters } }
        set {
            let allowed = newValue.map { ReservedParameters.removing(from: $0) }
            settings.withLock { $0.customParameters = allowed }
        }
    }

    /// Opens the provider's page and waits until the person comes back.
    ///
    /// The credential is exchanged only when it is used: conflicts with other accounts are errors of
    /// ``Auth/signIn(with:)``, not of this method.
    ///
    /// - Parameter delegate: Opens the page; `nil` takes the system's browser.
    /// - Throws: ``AuthErrorCode/invalidAPIKey`` or ``AuthErrorCode/networkError`` before a page is opened,
    ///   ``AuthErrorCode/webContextCancelled`` when the task is cancelled or nobody comes back in time, else one of the
    ///   other web codes.
    public func credential(with delegate: (any AuthUIDelegate)?) async throws -> AuthCredential {
        let (scopes, customParameters) = settings.withLock { ($0.scopes ?? [], $0.customParameters ?? [:]) }
        let outcome = try await auth.runWebFlow(
            providerID: providerID, scopes: scopes, customParameters: customParameters, delegate: delegate)
        return OAuthCredential(providerID: providerID, webFlow: outcome)
    }

    /// Opens the provider's page; the completion comes on the main actor.
    ///
    /// The provider stays alive until then, even when nobody else holds it.
    public func getCredentialWith(
        _ delegate: (any AuthUIDelegate)?,
        completion: (@MainActor (AuthCredential?, (any Error)?) -> Void)? = nil
    ) {
        deliver(to: completion) { try await self.credential(with: delegate) }
    }
}
