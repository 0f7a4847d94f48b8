import LatchkeyIdentity
import LatchkeyOAuth

extension ProviderConfiguration {
    /// What comes back from the provider's page: a code, unless the configuration says otherwise.
    var responseType: OpenIDClient.ResponseType { parameters[.responseType].flatMap(OpenIDClient.ResponseType.init) ?? .code }

    /// How the client shows its secret at the token endpoint; nil where the provider's own document decides.
    var tokenAuthentication: OAuth2Client.Authentication? {
        parameters[.tokenAuthentication].flatMap(OAuth2Client.Authentication.init)
    }
}
