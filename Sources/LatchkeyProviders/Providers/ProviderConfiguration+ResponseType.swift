package import LatchkeyIdentity
package import LatchkeyOAuth

extension ProviderConfiguration {
    /// The response type of the authorization request; `code` by default.
    package var responseType: OpenIDClient.ResponseType { parameters[.responseType].flatMap(OpenIDClient.ResponseType.init) ?? .code }

    /// How the client authenticates at the token endpoint; `nil` to follow the provider's metadata.
    var tokenAuthentication: OAuth2Client.Authentication? {
        parameters[.tokenAuthentication].flatMap(OAuth2Client.Authentication.init)
    }
}
