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
}
