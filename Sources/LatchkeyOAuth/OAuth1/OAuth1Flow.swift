import HTTPTypes
import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The three legs of OAuth 1.0a (RFC 5849, section 2) as functions from values to values.
///
/// The caller sends the requests and keeps the request token, with its secret, until the callback comes.
public struct OAuth1Flow: Sendable {
    /// The application.
    public let consumer: OAuth1Consumer
    /// Where the provider answers.
    public let endpoints: OAuth1Endpoints
    /// Where the person comes back to.
    public let callback: OAuth1Callback
    /// How far the provider's clock is ahead of this machine's.
    public var clockOffset: Duration
    private let method: OAuth1SignatureMethod
    private let now: @Sendable () -> Date
    private let nonce: @Sendable () -> String

    /// A flow of one application with one provider.
    public init(
        consumer: OAuth1Consumer, endpoints: OAuth1Endpoints, callback: OAuth1Callback,
        method: OAuth1SignatureMethod = .hmacSHA1, clockOffset: Duration = .zero,
        now: @escaping @Sendable () -> Date = { Date() }, nonce: @escaping @Sendable () -> String = OAuth1Signer.randomNonce
    ) {
        self.consumer = consumer
        self.endpoints = endpoints
        self.callback = callback
        self.method = method
        self.clockOffset = clockOffset
        self.now = now
        self.nonce = nonce
    }

    /// Leg one: asks for a request token.
    ///
    /// - Parameter extra: Ordinary parameters for the form body, as Twitter's `x_auth_access_type`.
    public func temporaryCredentialsRequest(extra: Parameters = [:]) throws -> ProviderRequest {
        let request =
            extra.isEmpty
            ? try ProviderRequest(method: .post, url: endpoints.requestToken)
            : try ProviderRequest(postingForm: extra, to: endpoints.requestToken)
        return try signer(token: nil).sign(request, extra: ["oauth_callback": callback.parameter()])
    }

    /// Reads the request token; throws ``OAuthError``, with ``OAuthError/Code/callbackNotConfirmed`` when the provider ignored
    /// the callback as servers of the insecure OAuth 1.0 do.
    public func temporaryCredentials(from reply: ProviderReply) throws -> OAuth1Token {
        let (token, others) = try credentials(from: reply, at: .temporaryCredentials)
        // Some servers write Python's `True`.
        guard let confirmed = others["oauth_callback_confirmed"], ["true", "True"].contains(confirmed) else {
            throw OAuthError(
                .callbackNotConfirmed, detail: "the reply lacks oauth_callback_confirmed=true",
                hint: "The provider must speak OAuth 1.0a; the older 1.0 lets others finish a sign-in that you began.",
                status: reply.head.status.code)
        }
        return token
    }

    /// Leg three: exchanges the request token; ask ``verifier(fromCallback:issued:)`` for the verifier.
    public func tokenCredentialsRequest(issued: OAuth1Token, verifier: String) throws -> ProviderRequest {
        let request = try ProviderRequest(method: .post, url: endpoints.accessToken)
        return try signer(token: issued).sign(request, extra: ["oauth_verifier": verifier])
    }

    /// Reads the access token and what came along; throws ``OAuthError``.
    public func tokenCredentials(from reply: ProviderReply) throws -> OAuth1Grant {
        let (token, others) = try credentials(from: reply, at: .tokenCredentials)
        return OAuth1Grant(token: token, parameters: others)
    }

    /// A signer for calls with an access token.
    public func signer(token: OAuth1Token?) -> OAuth1Signer {
        OAuth1Signer(consumer: consumer, token: token, method: method, clockOffset: clockOffset, now: now, nonce: nonce)
    }

    private func credentials(from reply: ProviderReply, at step: ExchangeStep) throws -> (OAuth1Token, Parameters) {
        try reply.checkSize()
        guard reply.isSuccess else { throw OAuthError(refusal: reply, at: step) }
        guard let parameters = try? Parameters(formEncoded: reply.body),
            let token = parameters["oauth_token"], !token.isEmpty, let secret = parameters["oauth_token_secret"]
        else {
            // A page with an error and status 200 is more telling than "there is no token".
            if let error = ProviderErrorBody(reply), error.number != nil || error.word != nil {
                throw OAuthError(error, of: reply, at: step)
            }
            throw OAuthError(
                .malformedReply, detail: "the reply has no oauth_token and oauth_token_secret", status: reply.head.status.code)
        }
        let others = parameters.filter { $0.name != "oauth_token" && $0.name != "oauth_token_secret" }
        return (OAuth1Token(token: token, secret: Secret(secret)), others)
    }
}
