import HTTPTypes
import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Signs requests with OAuth 1.0a (RFC 5849, section 3).
///
/// A signer can sign any number of requests for one consumer and one token; the keys are prepared once.
public struct OAuth1Signer: Sendable {
    private let consumerKey: String
    private let token: String?
    private let method: OAuth1SignatureMethod
    private let maker: Result<SignatureMaker, any Error>
    private let clockOffset: Duration
    private let version: String?
    private let now: @Sendable () -> Date
    private let nonce: @Sendable () -> String

    /// Creates a signer with shared secrets.
    ///
    /// - Parameters:
    ///   - token: The request token or access token, or `nil` if there is none yet.
    ///   - clockOffset: How far the provider's clock is ahead of this machine's.
    ///   - version: The value of `oauth_version`; `nil` omits the parameter, as RFC 5849 allows.
    public init(
        consumer: OAuth1Consumer, token: OAuth1Token? = nil, method: OAuth1SignatureMethod = .hmacSHA1,
        clockOffset: Duration = .zero, version: String? = "1.0",
        now: @escaping @Sendable () -> Date = { Date() }, nonce: @escaping @Sendable () -> String = OAuth1Signer.randomNonce
    ) {
        self.init(
            consumerKey: consumer.key, token: token?.token, method: method,
            key: .sharedSecrets(consumer: consumer.secret, token: token?.secret),
            clockOffset: clockOffset, version: version, now: now, nonce: nonce)
    }

    /// Creates a signer with any kind of key, as required for `RSA-SHA1`.
    ///
    /// If the method does not match the key, ``sign(_:extra:)`` throws the error.
    public init(
        consumerKey: String, token: String? = nil, method: OAuth1SignatureMethod, key: OAuth1SigningKey,
        clockOffset: Duration = .zero, version: String? = "1.0",
        now: @escaping @Sendable () -> Date = { Date() }, nonce: @escaping @Sendable () -> String = OAuth1Signer.randomNonce
    ) {
        self.consumerKey = consumerKey
        self.token = token
        self.method = method
        maker = Result { try SignatureMaker(method, key: key) }
        self.clockOffset = clockOffset
        self.version = version
        self.now = now
        self.nonce = nonce
    }

    /// Returns 128 random bits as 22 URL-safe characters.
    public static func randomNonce() -> String {
        RandomTokens.system.token(byteCount: 16)
    }

    /// Signs a request and sets its `Authorization` header, replacing an existing one.
    ///
    /// The signature covers the query and a form body, but no other kind of body.
    /// Throws ``OAuthError`` when the request already contains `oauth_` parameters or its form cannot be read.
    ///
    /// - Parameter extra: Additional protocol parameters for the header, such as `oauth_callback` or `oauth_verifier`.
    public func sign(_ request: ProviderRequest, extra: Parameters = [:]) throws -> ProviderRequest {
        let isForm = MediaType.isForm(request.head.headerFields[.contentType])
        let form = isForm && !request.body.isEmpty ? try Parameters(formEncoded: request.body) : [:]
        var signed = request
        signed.head.headerFields[.authorization] = try authorization(
            method: request.head.method.rawValue, url: request.url, form: form, extra: extra)
        return signed
    }

    /// Returns the `Authorization` header of a request, for use with your own HTTP client.
    public func authorization(method: String, url: String, form: Parameters = [:], extra: Parameters = [:]) throws -> String {
        let (covered, base) = try prepare(method: method, url: url, form: form, extra: extra)
        return covered.authorization(signature: try maker.get().signature(of: base))
    }

    /// Returns the signature with its intermediate results, for debugging rejected signatures.
    public func explain(
        method: String, url: String, form: Parameters = [:], extra: Parameters = [:]
    ) throws -> OAuth1Signature {
        let (covered, base) = try prepare(method: method, url: url, form: form, extra: extra)
        let signature = try maker.get().signature(of: base)
        return OAuth1Signature(
            parameterString: covered.text, baseString: base.text, signature: signature,
            authorization: covered.authorization(signature: signature))
    }

    private func prepare(
        method: String, url: String, form: Parameters, extra: Parameters
    ) throws -> (EncodedParameters, OAuth1BaseString) {
        let address = try WebAddress(url)
        let query = try address.query.map { try Parameters(formEncoded: $0) } ?? [:]
        try refuseOthers(in: extra)
        try Self.refuseProtocolNames(in: form)
        try Self.refuseProtocolNames(in: query)
        let covered = EncodedParameters(protocolParameters(with: extra), form, query)
        let base = OAuth1BaseString(method: method, baseURI: address.baseURI, parameters: covered)
        return (covered, base)
    }

    private static func refuseProtocolNames(in parameters: Parameters) throws {
        for index in parameters.indices where OAuth1ProtocolName.isReserved(parameters[index].name) {
            throw OAuthError(
                .malformedParameters, detail: "the request already contains \(parameters[index].name)",
                hint: "Pass protocol parameters as extra parameters; they belong in the Authorization header.")
        }
    }

    private func refuseOthers(in extra: Parameters) throws {
        for index in extra.indices {
            let name = extra[index].name
            if OAuth1ProtocolName.isProtocol(name), !OAuth1ProtocolName.ofEverySigner.contains(name) { continue }
            throw OAuthError(
                .malformedParameters, detail: "\(name) cannot be an extra parameter of the Authorization header",
                hint: "Use extra parameters for oauth_callback, oauth_verifier and similar; send all others in the query or form.")
        }
    }

    private func protocolParameters(with extra: Parameters) -> Parameters {
        var parameters: Parameters = [:]
        parameters.reserveCapacity(extra.count + 6)
        parameters.append(contentsOf: extra)
        parameters.append("oauth_consumer_key", consumerKey)
        parameters.append("oauth_nonce", nonce())
        parameters.append("oauth_signature_method", method.rawValue)
        let seconds = now().timeIntervalSince1970 + Double(clockOffset.components.seconds)
        parameters.append("oauth_timestamp", String(Int64(seconds.rounded(.down))))
        if let token { parameters.append("oauth_token", token) }
        if let version { parameters.append("oauth_version", version) }
        return parameters
    }
}
