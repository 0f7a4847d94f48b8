import Foundation
import LatchkeyIdentity
import LatchkeyProviders
import LatchkeyWeb

/// A provider's configuration in the output for administrators, without the secret.
struct ProviderDescription: Codable, Sendable, Equatable {
    var id: String
    var project: String
    /// Whether the provider is configured; if not, only the callbacks and default addresses are meaningful.
    var configured: Bool
    var enabled: Bool
    /// The consumer key or client ID.
    var clientID: String
    /// A fixed placeholder if there is a secret, which is never shown; otherwise empty.
    var secret = "<redacted>"
    var apiOrigin: String
    var webOrigin: String
    var scopes: [String]
    var trustedForTakeover: Bool
    /// OpenID providers only.
    var issuer: String?
    /// OpenID providers only: additional client IDs to accept ID tokens from.
    var acceptedClientIDs: [String]?
    /// Parameters that are specific to this kind of provider.
    var parameters: [String: String]?
    var updatedAt: Date?
    /// The provider's page for registering an application.
    var console: String?
    /// What to do there, in order.
    var setup: [String]
    var callbacks: [CallbackForm]

    init(_ configuration: ProviderConfiguration, publicAddress: PublicAddress) {
        id = configuration.provider.rawValue
        project = configuration.project.rawValue
        configured = true
        enabled = configuration.enabled
        clientID = configuration.clientID
        if configuration.isPublicClient { secret = "" }
        apiOrigin = configuration.apiOrigin
        webOrigin = configuration.webOrigin
        scopes = configuration.scopes
        trustedForTakeover = configuration.trustedForTakeover
        issuer = configuration.issuer
        if issuer != nil { acceptedClientIDs = configuration.acceptedClientIDs }
        let shown = configuration.parameters.filter { $0.key != .publicClient }.map { ($0.key.rawValue, $0.value) }
        if !shown.isEmpty { parameters = Dictionary(uniqueKeysWithValues: shown) }
        updatedAt = configuration.updatedAt
        let guide = ProviderKind.named(configuration.provider)?.setup
        console = guide?.consoleURL
        setup = guide?.steps ?? []
        callbacks = CallbackForm.all(for: configuration.provider, project: configuration.project, publicAddress: publicAddress)
    }

    /// Creates the description of a known provider that is not configured.
    init(unconfigured provider: ProviderRules, project: ProjectID, publicAddress: PublicAddress) {
        id = provider.id.rawValue
        self.project = project.rawValue
        configured = false
        enabled = false
        clientID = ""
        secret = ""
        apiOrigin = provider.standardAPI
        webOrigin = provider.standardWeb
        scopes = []
        trustedForTakeover = provider.kind.settings.trustedForTakeover
        if case .standard(let standard) = provider.kind.settings.issuer { issuer = standard }
        console = provider.kind.setup.consoleURL
        setup = provider.kind.setup.steps
        callbacks = CallbackForm.all(for: provider.id, project: project, publicAddress: publicAddress)
    }
}

/// A callback URL for one of Firebase's three API generations, to register with a provider.
struct CallbackForm: Codable, Sendable, Equatable {
    var generation: String
    var path: String
    /// `nil` while the server's public URL is unknown.
    var url: String?
    /// Whether this version of the server handles the callback; only register those that are handled.
    var answered: Bool

    static func all(for provider: ProviderID, project: ProjectID, publicAddress: PublicAddress) -> [CallbackForm] {
        // Earlier generations used provider names without a domain.
        let name = provider.rawValue.prefix { $0 != "." }
        let modern = PublicAddress("").callbackURL
        let earlier = [
            ("Firebase 2.x", "/v2/\(project)/auth/\(name)/callback", false),
            ("Simple Login", "/auth/\(name)/callback", false),
        ]
        let knewIt = [ProviderID.twitter, .github, .google].contains(provider)
        return ([("FirebaseAuth", modern, true)] + (knewIt ? earlier : [])).map { generation, path, answered in
            CallbackForm(
                generation: generation, path: path, url: publicAddress.url.isEmpty ? nil : publicAddress.url + path, answered: answered)
        }
    }
}
