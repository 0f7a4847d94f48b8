import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

extension ProviderKind {
    /// Declares an OpenID provider.
    ///
    /// - Parameter dialect: Returns the deviations from the standard for a configuration and its secret.
    init(
        id: ProviderID, displayName: String, settings: ProviderSettings, setup: ProviderSetupGuide,
        dialect: @escaping @Sendable (ProviderConfiguration, Secret<String>?) -> OpenIDDialect
    ) {
        self.init(
            id: id, displayName: displayName, settings: settings, setup: setup, checkup: { await $0.askOpenID() }
        ) { configuration, secret, tools in
            try OpenIDProvider(
                configuration, client: OAuth2Client(id: configuration.clientID, secret: secret),
                dialect: dialect(configuration, secret), tools: tools)
        }
    }
}
