import Foundation
import HTTPTypes
import LatchkeyOAuth
import LatchkeySandbox
import LatchkeySecrets

extension SandboxApp {
    var consumer: OAuth1Consumer { OAuth1Consumer(key: key, secret: secret) }
}

extension SandboxToken {
    var pair: OAuth1Token { OAuth1Token(token: accessToken.expose(), secret: tokenSecret ?? "") }
}

extension TestSandbox {
    func signer(
        _ app: SandboxApp = .twitter, token: OAuth1Token? = nil, method: OAuth1SignatureMethod = .hmacSHA1,
        secondsOff: Int64 = 0, nonce: String? = nil
    ) -> OAuth1Signer {
        let now = clock.now
        return OAuth1Signer(
            consumer: app.consumer, token: token, method: method, clockOffset: .seconds(secondsOff), now: { now },
            nonce: { nonce ?? OAuth1Signer.randomNonce() })
    }

    /// A signed request for the first leg.
    func requestTokenRequest(
        _ app: SandboxApp = .twitter, callback: String? = TestSandbox.callback, form: LatchkeyOAuth.Parameters = [:],
        signer: OAuth1Signer? = nil
    ) throws -> ProviderRequest {
        let request = try ProviderRequest(postingForm: form, to: "\(Self.base)/oauth/request_token")
        let extra: LatchkeyOAuth.Parameters = callback.map { ["oauth_callback": $0] } ?? [:]
        return try (signer ?? self.signer(app)).sign(request, extra: extra)
    }

    func requestToken(_ app: SandboxApp = .twitter, callback: String = TestSandbox.callback) async throws -> OAuth1Token {
        let form = try await send(requestTokenRequest(app, callback: callback)).form
        return OAuth1Token(token: form["oauth_token"] ?? "", secret: Secret(form["oauth_token_secret"] ?? ""))
    }

    func accessTokenRequest(
        _ app: SandboxApp = .twitter, token: OAuth1Token?, verifier: String?, nonce: String? = nil
    ) throws -> ProviderRequest {
        let request = try ProviderRequest(method: .post, url: "\(Self.base)/oauth/access_token")
        let extra: LatchkeyOAuth.Parameters = verifier.map { ["oauth_verifier": $0] } ?? [:]
        return try signer(app, token: token, nonce: nonce).sign(request, extra: extra)
    }

    /// A request token that a user has approved, with its verifier.
    func allowedRequestToken(
        _ app: SandboxApp = .twitter, as person: String = "ada"
    ) async throws -> (token: OAuth1Token, verifier: String) {
        let token = try await requestToken(app)
        guard case .redirect(let address) = try state.decide("/oauth/authorize?oauth_token=\(token.token)", as: person) else {
            return (token, "")
        }
        return (token, try query(of: address)["oauth_verifier"] ?? "")
    }

    func call(
        _ path: String, method: HTTPRequest.Method = .get, app: SandboxApp = .twitter, token: OAuth1Token?,
        base: String = TestSandbox.base, secondsOff: Int64 = 0
    ) async throws -> ProviderReply {
        let request = try ProviderRequest(method: method, url: "\(base)\(path)")
        return try await send(signer(app, token: token, secondsOff: secondsOff).sign(request))
    }

    /// A user's token for an application, without the flow.
    func token(_ app: SandboxApp = .twitter, of person: String = "ada") throws -> OAuth1Token {
        try state.issueToken(app: app.key, person: person).pair
    }
}
