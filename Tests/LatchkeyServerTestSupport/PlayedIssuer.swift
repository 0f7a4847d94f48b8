package import Crypto
package import Foundation
import HTTPTypes
package import LatchkeyIdentity
package import LatchkeyOAuth
package import LatchkeySecrets
package import Synchronization

/// A mock OpenID provider with metadata, keys, codes and users; the test generates the keys.
package final class PlayedIssuer: Sendable {
    package struct State {
        var keyID = "k1"
        package var key = P256.Signing.PrivateKey()
        package var metadata: [String: any Sendable] = [:]
        package var cacheControl: String?
        /// The token endpoint's responses to codes, and the data of the userinfo and token check endpoints.
        package var codes: [String: String] = [:]
        package var userinfo: String?
        package var tokenInfo: String?
        package var forms: [Parameters] = []
        package var authorizations: [String] = []
    }

    package let issuer: String
    package let state = Mutex(State())

    package init(_ issuer: String = "https://issuer.test", named: String? = nil) {
        self.issuer = issuer
        let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
        state.withLock {
            $0.metadata = [
                "issuer": named ?? issuer, "authorization_endpoint": base + "/authorize", "token_endpoint": base + "/token",
                "userinfo_endpoint": base + "/userinfo", "jwks_uri": base + "/keys",
            ]
        }
    }

    package func change(_ edit: (inout sending State) -> Void) { state.withLock { edit(&$0) } }

    /// Replaces the keys, with a new ID.
    package func rotate(to id: String) {
        state.withLock {
            $0.key = P256.Signing.PrivateKey()
            $0.keyID = id
        }
    }

    /// A token with the usual claims and additional ones; a claim that is `NSNull` is left out.
    package func token(_ claims: [String: any Sendable] = [:], audience: String, at now: Date, nonce: String? = nil) throws -> String {
        var all: [String: any Sendable] = [
            "iss": issuer, "sub": "person-1", "aud": audience, "iat": Int(now.timeIntervalSince1970),
            "exp": Int(now.timeIntervalSince1970) + 600,
        ]
        all["nonce"] = nonce
        all.merge(claims) { _, new in new }
        let (id, key) = state.withLock { ($0.keyID, $0.key) }
        func part(_ object: [String: any Sendable]) throws -> String {
            Base64URL.encode(try JSONSerialization.data(withJSONObject: object))
        }
        let signed = try part(["alg": "ES256", "kid": id]) + "." + part(all)
        return signed + "." + Base64URL.encode(try key.signature(for: SHA256.hash(data: Data(signed.utf8))).rawRepresentation)
    }

    /// For ``PlayedProvider/play(_:)``.
    func respond(to request: ProviderRequest) -> ProviderReply? {
        state.withLock { state in
            let url = request.url
            if url.hasPrefix(issuer), url.hasSuffix("/.well-known/openid-configuration") {
                guard let body = try? JSONSerialization.data(withJSONObject: state.metadata) else { return nil }
                return reply(String(decoding: body, as: UTF8.self), state.cacheControl)
            }
            if url == state.metadata["jwks_uri"] as? String {
                let point = state.key.publicKey.rawRepresentation
                let (x, y) = (Base64URL.encode(point.prefix(32)), Base64URL.encode(point.suffix(32)))
                return reply(
                    #"{"keys":[{"kty":"EC","crv":"P-256","kid":"\#(state.keyID)","x":"\#(x)","y":"\#(y)"}]}"#, state.cacheControl)
            }
            if url == state.metadata["token_endpoint"] as? String {
                guard let form = try? Parameters(formEncoded: request.body) else { return nil }
                state.forms.append(form)
                state.authorizations.append(request.head.headerFields[.authorization] ?? "")
                guard let response = form["code"].flatMap({ state.codes[$0] }) else {
                    return PlayedProvider.json(400, #"{"error":"invalid_grant"}"#)
                }
                return reply(response, nil)
            }
            if url == state.metadata["userinfo_endpoint"] as? String, let userinfo = state.userinfo { return reply(userinfo, nil) }
            if url.contains("/tokeninfo?"), let info = state.tokenInfo { return reply(info, nil) }
            return nil
        }
    }

    private func reply(_ text: String, _ cacheControl: String?) -> ProviderReply {
        var fields: HTTPFields = [.contentType: "application/json"]
        fields[.cacheControl] = cacheControl
        return ProviderReply(status: .ok, headerFields: fields, body: Array(text.utf8))
    }
}

extension TestServer {
    /// Configures a mock OpenID provider.
    package func configure(
        _ id: ProviderID, issuer: PlayedIssuer, issuerURL: String? = nil, api: String? = nil, secret: Secret<String>? = "our secret",
        accepted: [String] = [], parameters: [ProviderParameter: String] = [:], trusted: Bool = false
    ) async throws {
        provider.play { issuer.respond(to: $0) }
        var parameters = parameters
        if secret == nil { parameters[.publicClient] = "true" }
        let url = issuerURL ?? issuer.issuer
        let configuration = ProviderConfiguration(
            project: project.id, provider: id, enabled: true, clientID: "our-client",
            sealedSecret: try sealer.seal(secret ?? "", for: ProviderConfiguration.sealingContext(project: project.id, provider: id)),
            apiOrigin: api ?? url, webOrigin: url, trustedForTakeover: trusted, issuer: url, acceptedClientIDs: accepted,
            parameters: parameters, updatedAt: clock.now)
        try await store.write { try $0.save(configuration) }
    }
}
