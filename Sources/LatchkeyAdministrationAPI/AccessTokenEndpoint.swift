import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// `/oauth2/token`: exchanges a service account's JWT assertion for an access token (RFC 7523), as Google's libraries request it.
struct AccessTokenEndpoint: Sendable {
    let grant: ServiceAccountGrant
    let publicAddress: PublicAddress
    let securityLog: SecurityLog?

    static let path = "/oauth2/token"
    /// Google's Node library ignores the `token_uri` in the service account file and requests `/token` on the configured host.
    static let paths = [path, "/token"]
    private static let grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    private static let maxBodyBytes = 32_768

    func add(to router: Router<ServerContext>) {
        for path in Self.paths {
            router.post(RouterPath(path)) { request, context in
                do {
                    return try Response.json(try await respond(to: request)).uncached
                } catch let error as GrantError {
                    if error.code == .invalidGrant { securityLog?.noteAssertion(to: request, context: context) }
                    return try Response.json(
                        Refusal(error: error.code.rawValue, error_description: error.message), status: .badRequest
                    ).uncached
                }
            }
        }
    }

    private func respond(to request: Request) async throws -> Reply {
        let bytes = try await request.bytes(upTo: Self.maxBodyBytes)
        guard let form = try? QueryParameters(formEncoded: String(decoding: bytes, as: UTF8.self)) else {
            throw GrantError(.invalidRequest, "The request body must be form-encoded.")
        }
        if let name = form.firstRepeatedName {
            // RFC 6749, section 3.2.
            throw GrantError(.invalidRequest, "“\(name.prefix(64))” appears more than once.")
        }
        guard form["grant_type"] == Self.grantType else {
            throw GrantError(.unsupportedGrantType, "“grant_type” must be \(Self.grantType).")
        }
        guard let assertion = form["assertion"], !assertion.isEmpty else {
            throw GrantError(.invalidRequest, "“assertion” is missing.")
        }
        let token = try await grant.accessToken(for: assertion, tokenURI: publicAddress.url + Self.path)
        return Reply(access_token: token.expose(), expires_in: AccessToken.lifetimeSeconds, token_type: "Bearer")
    }

    /// The success response of RFC 6749, section 5.1.
    struct Reply: Codable {
        let access_token: String
        let expires_in: Int
        let token_type: String
    }

    /// The error response of RFC 6749, section 5.2.
    struct Refusal: Codable {
        let error: String
        let error_description: String
    }
}

extension Response {
    fileprivate var uncached: Response {
        var response = self
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
