import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

extension ProviderCheckup {
    /// Checks the provider's published documents. More cannot be checked without a user.
    func askOpenID() async -> [CheckupFinding] {
        guard let place = OpenIDPlace(configuration) else {
            return [.wrong(subject, "the configuration has no issuer", mend: reader.naming("it", configuration))]
        }
        let document: Hearing<ProviderReply>
        do {
            document = await hear(SingleRequest(try ProviderRequest(method: .get, url: place.metadataURL)))
        } catch {
            return [.wrong(subject, "\(place.metadataURL) is not a URL", mend: reader.naming("the issuer again", configuration))]
        }
        switch document.result {
        case .failure(let error): return [explainMetadata(error, at: place.metadataURL)] + clockChecks(document.clock)
        case .success(let reply):
            do {
                let metadata = try place.metadata(reply.body)
                return [await askForKeys(metadata)] + clockChecks(document.clock)
            } catch let error as OAuthError {
                return [explainMetadata(error, at: place.metadataURL)] + clockChecks(document.clock)
            } catch {
                return [explainMetadata(OAuthError(.malformedReply, detail: "\(error)"), at: place.metadataURL)]
            }
        }
    }

    private func askForKeys(_ metadata: OpenIDMetadata) async -> CheckupFinding {
        guard let request = try? ProviderRequest(method: .get, url: metadata.jwksURI) else {
            return .wrong(subject, "the provider's jwks_uri is not a URL", mend: nil)
        }
        switch await hear(SingleRequest(request)).result {
        case .failure(let error): return explanation(of: error)
        case .success(let reply):
            guard let keys = ProviderClaims(json: reply.body), case .array(let list) = keys.members["keys"], !list.isEmpty else {
                return .wrong(subject, "\(metadata.jwksURI) publishes no keys, so no ID token can be verified", mend: nil)
            }
            let reminder = callback.map { "; the client id, the secret, and the registration of \($0) cannot be checked" } ?? ""
            return .ok(subject, "the provider's configuration and keys are good" + reminder)
        }
    }

    private func explainMetadata(_ error: OAuthError, at url: String) -> CheckupFinding {
        switch error.code {
        case .issuerMismatch:
            .wrong(
                subject, "the document at \(url) names another issuer",
                mend: "Open it, and give its “issuer” exactly as it stands there. " + reader.naming("it", configuration))
        case .malformedReply, .unexpectedStatus:
            .wrong(
                subject, "\(url) is not the configuration document of an OpenID provider: \(reader.detail(of: error))",
                mend: "Check the issuer; the document stands below it at /.well-known/openid-configuration.")
        default: explanation(of: error)
        }
    }

    /// Exchanges a code that X never issued. X reports the invalid code only if the client credentials are valid.
    func askX() async -> [CheckupFinding] {
        let x = X(
            client: OAuth2Client(id: configuration.clientID, secret: configuration.isPublicClient ? nil : secret),
            apiBase: configuration.apiOrigin, webBase: configuration.webOrigin)
        let hearing = await hear(
            x.exchange(code: "doctor", redirectURI: callback ?? "http://127.0.0.1/", pkceVerifier: PKCE.random().verifier))
        let answer: CheckupFinding
        switch hearing.result {
        case .failure(let error) where [.badVerificationCode, .requestRefused].contains(error.code):
            answer = .ok(
                subject, "X accepts the client" + (callback.map { "; whether its callback is \($0) cannot be checked" } ?? ""))
        case .failure(let error) where error.code == .badClientCredentials:
            answer = .wrong(
                subject, "X does not accept the client id and the secret\(Self.number(error))",
                mend:
                    "Copy the OAuth 2.0 client id and secret, not the consumer key, from the app's page, and \(reader.storing(configuration))"
            )
        case .failure(let error): answer = explanation(of: error)
        case .success:
            answer = .wrong(
                subject, "the server at \(configuration.apiOrigin) is not X: it accepts any code", mend: "Check \(reader.apiOrigin).")
        }
        return [answer] + clockChecks(hearing.clock)
    }
}
