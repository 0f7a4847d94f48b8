import HTTPTypes
import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The three legs of OAuth 1.0a (RFC 5849, section 2) as functions without I/O.
///
/// The caller sends the requests and stores the request token with its secret until the callback arrives.
public struct OAuth1Flow: Sendable {
    /// The application's credentials.
    public let consumer: OAuth1Consumer
    /// The provider's endpoints.
    public let endpoints: OAuth1Endpoints
    /// Where the provider sends the user after consent.
    public let callback: OAuth1Callback
    /// How far the provider's clock is ahead of this machine's.
    public var clockOffset: Duration
    private let method: OAuth1SignatureMethod
    private let now: @Sendable () -> Date
    private let nonce: @Sendable () -> String

    /// Creates a flow for an application and a provider.
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

    /// Leg one: returns the request for a request token.
    ///
    /// - Parameter extra: Additional parameters for the form body, such as Twitter's `x_auth_access_type`.
    public func temporaryCredentialsRequest(extra: Parameters = [:]) throws -> ProviderRequest {
        let request =
            extra.isEmpty
            ? try ProviderRequest(method: .post, url: endpoints.requestToken)
            : try ProviderRequest(postingForm: extra, to: endpoints.requestToken)
        return try signer(token: nil).sign(request, extra: ["oauth_callback": callback.parameter()])
    }

    /// Reads the request token from the response.
    ///
    /// Throws ``OAuthError``, with ``OAuthError/Code/callbackNotConfirmed`` when the provider ignored the callback, as servers of
    /// the insecure OAuth 1.0 do.
    public func temporaryCredentials(from reply: ProviderReply) throws -> OAuth1Token {
        let (token, others) = try credentials(from: reply, at: .temporaryCredentials)
        // Some servers write Python's `True`.
        guard let confirmed = others["oauth_callback_confirmed"], ["true", "True"].contains(confirmed) else {
            throw OAuthError(
                .callbackNotConfirmed, detail: "the reply lacks oauth_callback_confirmed=true",
                hint: "The provider must support OAuth 1.0a; OAuth 1.0 allows session fixation attacks.",
                status: reply.head.status.code)
        }
        return token
    }

    /// Leg three: returns the request that exchanges the request token; get the verifier from ``verifier(fromCallback:issued:)``.
    public func tokenCredentialsRequest(issued: OAuth1Token, verifier: String) throws -> ProviderRequest {
        let request = try ProviderRequest(method: .post, url: endpoints.accessToken)
        return try signer(token: issued).sign(request, extra: ["oauth_verifier": verifier])
    }

    /// Reads the access token and the other parameters of the response; throws ``OAuthError``.
    public func tokenCredentials(from reply: ProviderReply) throws -> OAuth1Grant {
        let (token, others) = try credentials(from: reply, at: .tokenCredentials)
        return OAuth1Grant(token: token, parameters: others)
    }

    /// Returns a signer for calls with an access token.
    public func signer(token: OAuth1Token?) -> OAuth1Signer {
        OAuth1Signer(consumer: consumer, token: token, method: method, clockOffset: clockOffset, now: now, nonce: nonce)
    }

    private func credentials(from reply: ProviderReply, at step: ExchangeStep) throws -> (OAuth1Token, Parameters) {
        try reply.checkSize()
        guard reply.isSuccess else { throw OAuthError(refusal: reply, at: step) }
        guard let parameters = try? Parameters(formEncoded: reply.body),
            let token = parameters["oauth_token"], !token.isEmpty, let secret = parameters["oauth_token_secret"]
        else {
            // An error page with status 200 explains more than a report of a missing token.
            if let error = ProviderErrorBody(reply), error.number != nil || error.word != nil {
                throw OAuthError(error, of: reply, at: step)
            }
            throw OAuthError(
                .malformedReply, detail: "the response has no oauth_token and oauth_token_secret", status: reply.head.status.code)
        }
        let others = parameters.filter { $0.name != "oauth_token" && $0.name != "oauth_token_secret" }
        return (OAuth1Token(token: token, secret: Secret(secret)), others)
    }
}
