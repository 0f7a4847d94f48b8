import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension OAuth2Client {
    /// Returns the `Authorization` header value for HTTP Basic; throws ``OAuthError`` when the client has no secret.
    ///
    /// Both parts are escaped before they are joined (RFC 6749, section 2.3.1), so that they may contain a colon.
    func basicCredentials() throws -> String {
        guard let secret else {
            throw OAuthError(
                .badClientCredentials, detail: "the client has no secret", hint: "Configure the app's client secret.")
        }
        let pair = PercentEncoding.encode(id) + ":" + PercentEncoding.encode(secret.expose())
        return "Basic " + Data(pair.utf8).base64EncodedString()
    }
}
