import LatchkeySecrets

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension OAuth2Client {
    /// The value of an `Authorization` header with HTTP Basic; throws ``OAuthError`` when the client has no secret.
    ///
    /// Both parts are escaped before they are joined (RFC 6749, section 2.3.1), so that a colon in one does no harm.
    func basicCredentials() throws -> String {
        guard let secret else {
            throw OAuthError(
                .badClientCredentials, detail: "the client has no secret", hint: "Configure the app's client secret.")
        }
        let pair = PercentEncoding.encode(id) + ":" + PercentEncoding.encode(secret.expose())
        return "Basic " + Data(pair.utf8).base64EncodedString()
    }
}
