import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

extension ProviderCheckup {
    /// A token in GitHub's format that no provider ever issued.
    private static let nobodysToken: Secret<String> = "gho_000000000000000000000000000000000000"

    /// Sends a token or a code that does not exist. The provider reports it only if the client credentials are valid.
    ///
    /// - Parameter copying: How to replace credentials that the provider does not accept, as the start of a sentence.
    func askOAuth2(_ description: OAuth2Description, copying: String) async -> [CheckupFinding] {
        let provider = OAuth2Provider(
            description, client: OAuth2Client(id: configuration.clientID, secret: configuration.isPublicClient ? nil : secret),
            webBase: configuration.webOrigin, apiBase: configuration.apiOrigin)
        if description.tokenCheck?.provesClient == true, let identify = provider.identify(foreign: Self.nobodysToken) {
            return await checkingToken(identify, description.name, copying: copying)
        }
        return await exchangingCode(provider, copying: copying)
    }

    private func checkingToken(_ identify: OAuth2Provider.Identify, _ name: String, copying: String) async -> [CheckupFinding] {
        let other = CheckupFinding.wrong(
            subject, "the server at \(configuration.apiOrigin) is not \(name)'s API",
            mend: configuration.provider == .github ? reader.gitHubAddress : "Check \(reader.apiOrigin).")
        let hearing = await hear(identify)
        let reply: CheckupFinding
        switch hearing.result {
        case .success: reply = other
        case .failure(let error):
            switch error.code {
            case .wrongApplication, .invalidToken:
                // Any web server returns 404 for an unknown path; an API returns it as JSON.
                let isJSON = hearing.reply?.head.headerFields[.contentType]?.lowercased().contains("json") == true
                let reminder = callback.map { "; whether its callback is \($0) cannot be checked" } ?? ""
                reply = isJSON ? .ok(subject, "client id and secret are good" + reminder) : other
            case .badClientCredentials:
                reply = .wrong(
                    subject, "\(name) does not accept the client id and the secret\(Self.number(error))",
                    mend: "\(copying) at \(configuration.webOrigin), and \(reader.storing(configuration))")
            case .malformedReply: reply = other
            default: reply = explanation(of: error)
            }
        }
        return [reply] + clockChecks(hearing.clock)
    }

    private func exchangingCode(_ provider: OAuth2Provider, copying: String) async -> [CheckupFinding] {
        let name = provider.description.name
        let hearing = await hear(
            provider.exchange(
                code: "doctor", redirectURI: callback ?? "http://127.0.0.1/", pkceVerifier: provider.newPKCE(.system)?.verifier))
        let reply: CheckupFinding
        switch hearing.result {
        case .failure(let error) where [.badVerificationCode, .requestRefused].contains(error.code):
            reply = .ok(
                subject, "\(name) accepts the client" + (callback.map { "; whether its callback is \($0) cannot be checked" } ?? ""))
        case .failure(let error) where error.code == .badClientCredentials:
            reply = .wrong(
                subject, "\(name) does not accept the client id and the secret\(Self.number(error))",
                mend: "\(copying), and \(reader.storing(configuration))")
        case .failure(let error): reply = explanation(of: error)
        case .success:
            reply = .wrong(
                subject, "the server at \(configuration.apiOrigin) is not \(name): it accepts any code", mend: "Check \(reader.apiOrigin).")
        }
        return [reply] + clockChecks(hearing.clock)
    }
}
