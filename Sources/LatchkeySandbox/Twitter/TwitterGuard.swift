import Foundation
import HTTPTypes
import LatchkeyOAuth
import LatchkeySecrets

/// A request with a valid signature, timestamp and nonce.
struct TwitterCall: Sendable {
    let app: SandboxApp
    /// The protocol parameters and all other signed parameters.
    let signed: OAuth1SignedRequest
    let requestToken: TwitterLedger.RequestToken?
    let accessToken: TwitterLedger.AccessToken?
    /// The person of the token; a request token has a person after access was granted.
    let person: SandboxPerson?
}

/// Authenticates signed requests (RFC 5849, section 3.2), in an order that reveals as little as possible to attackers.
struct TwitterGuard: Sendable {
    /// The token that a request must contain.
    enum Expectation: Sendable {
        case noToken, requestToken, accessToken
    }

    private static let window = Duration.seconds(Int64(TwitterLedger.timestampWindowSeconds))
    private static let methods: Set<OAuth1SignatureMethod> = [.hmacSHA1, .hmacSHA256, .rsaSHA1, .insecurePlaintext]
    /// Used for consumers and tokens that do not exist, so that rejecting them takes the same time.
    private static let dummySecret: Secret<String> = "of-nobody-in-particular-and-as-long-as-others"

    let state: SandboxState

    func admit(
        _ request: ReceivedRequest, expecting expectation: Expectation, context: SandboxContext
    ) async throws -> TwitterCall {
        let signed = try read(request)
        let call = state.withLedger { ledger in Self.lookUp(signed, expectation, in: ledger) }
        if let person = call.person?.key {
            try await TransportFaults(state: state).meet(
                provider: .twitter, path: request.faultPath, person: person, context: context)
        }
        let now = state.now.addingTimeInterval(Double(context.clock.offsetSeconds))
        do {
            try signed.check(timestampWithin: Self.window, of: now)
        } catch let problem as OAuth1Problem {
            throw TwitterRefusal.timestampOutOfBounds("timestamp_refused: \(problem.advice)")
        }
        let signature = Result { try verify(signed, call: call, request: request) }
        let app = try checkApp(call.app, signed: signed)
        try checkToken(call, signed: signed, expectation)
        try signature.get()
        try useNonce(of: signed, request: request)
        return TwitterCall(
            app: app, signed: signed, requestToken: call.requestToken, accessToken: call.accessToken, person: call.person)
    }

    private struct Found: Sendable {
        var app: SandboxApp?
        var requestToken: TwitterLedger.RequestToken?
        var accessToken: TwitterLedger.AccessToken?
        var person: SandboxPerson?

        var secret: Secret<String>? { requestToken?.secret ?? accessToken?.secret }
    }

    private func read(_ request: ReceivedRequest) throws -> OAuth1SignedRequest {
        do {
            return try OAuth1SignedRequest(
                method: request.method.rawValue, url: request.url, authorization: request.headers[.authorization],
                contentType: request.headers[.contentType], body: request.body, accepting: Self.methods)
        } catch let problem as OAuth1Problem {
            let reason = "\(problem.code.rawValue): \(problem.advice)"
            switch problem.code {
            case .timestampRefused: throw TwitterRefusal.timestampOutOfBounds(reason)
            case .signatureMethodRejected: throw TwitterRefusal.couldNotAuthenticate(reason)
            default: throw TwitterRefusal.badAuthenticationData(reason)
            }
        }
    }

    private static func lookUp(_ signed: OAuth1SignedRequest, _ expectation: Expectation, in ledger: Ledger) -> Found {
        var found = Found(app: ledger.apps.app(signed.consumerKey, at: .twitter))
        guard let token = signed.token else { return found }
        switch expectation {
        case .noToken: break
        case .requestToken:
            found.requestToken = ledger.twitter.requestTokens[token]
            if case .allowed(let key, _) = found.requestToken?.verdict { found.person = ledger.people[key] }
        case .accessToken:
            found.accessToken = ledger.twitter.accessTokens[token]
            found.person = found.accessToken.flatMap { ledger.people[$0.grant.personKey] }
        }
        return found
    }

    private func verify(_ signed: OAuth1SignedRequest, call: Found, request: ReceivedRequest) throws {
        let origins = SigningOrigins(state.configuration).candidates(for: request.address)
        do {
            if signed.signatureMethod == .rsaSHA1 {
                guard let pem = call.app?.rsaPublicKeyPEM else {
                    throw OAuth1Problem(.signatureMethodRejected, advice: "The application has no RSA key.")
                }
                try signed.verify(rsa: try OAuth1RSAPublicKey(pem: pem), origins: origins)
            } else {
                let tokenSecret = signed.token == nil ? nil : call.secret ?? Self.dummySecret
                try signed.verify(
                    consumerSecret: call.app?.secret ?? Self.dummySecret, tokenSecret: tokenSecret, origins: origins)
            }
        } catch let problem as OAuth1Problem {
            var refusal = TwitterRefusal.couldNotAuthenticate("\(problem.code.rawValue): \(problem.advice)")
            refusal.headers[.sandboxBaseString] = HeaderText.clean(signed.baseString, maxLength: 4000)
            throw refusal
        }
    }

    private func checkApp(_ app: SandboxApp?, signed: OAuth1SignedRequest) throws -> SandboxApp {
        guard let app else {
            throw TwitterRefusal.couldNotAuthenticate("consumer_key_unknown: no application has this oauth_consumer_key")
        }
        guard app.signatureMethods.contains(signed.signatureMethod) else {
            let names = app.signatureMethods.map(\.rawValue).joined(separator: ", ")
            throw TwitterRefusal.couldNotAuthenticate("signature_method_rejected: the application must sign with \(names)")
        }
        return app
    }

    private func checkToken(_ call: Found, signed: OAuth1SignedRequest, _ expectation: Expectation) throws {
        switch expectation {
        case .noToken:
            guard signed.token == nil else {
                throw TwitterRefusal.badAuthenticationData("parameter_rejected: this endpoint accepts no oauth_token")
            }
        case .requestToken:
            guard signed.token != nil else { throw TwitterRefusal.requestTokenMissing }
            guard let token = call.requestToken else {
                throw TwitterRefusal.invalidRequestToken("token_rejected: unknown, used before, or an access token")
            }
            guard token.appKey == signed.consumerKey else {
                throw TwitterRefusal.invalidRequestToken("token_rejected: the request token belongs to another application")
            }
            guard !token.isExpired(now: state.now) else {
                throw TwitterRefusal.invalidRequestToken("token_expired: the request token is older than ten minutes")
            }
        case .accessToken:
            guard signed.token != nil else {
                throw TwitterRefusal.badAuthenticationData("parameter_absent: oauth_token is missing")
            }
            guard let token = call.accessToken, call.person != nil else {
                throw TwitterRefusal.invalidToken("token_rejected: unknown or revoked")
            }
            guard token.grant.appKey == signed.consumerKey else {
                throw TwitterRefusal.invalidToken("token_rejected: the token belongs to another application")
            }
        }
    }

    private func useNonce(of signed: OAuth1SignedRequest, request: ReceivedRequest) throws {
        let verdict = state.withLedger { ledger in
            ledger.twitter.nonces.use(
                nonce: signed.nonce, timestamp: String(signed.timestamp), consumerKey: signed.consumerKey,
                token: signed.token, now: state.now)
        }
        switch verdict {
        case .accepted: return
        case .used: throw TwitterRefusal.couldNotAuthenticate("nonce_used: sign every request again, including retries")
        case .full: throw TwitterRefusal.overCapacity
        }
    }
}
