import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

extension ProviderCheckup {
    /// A token in GitHub's format that GitHub never issued.
    private static let nobodysToken: Secret<String> = "gho_000000000000000000000000000000000000"

    /// Checks a token that does not exist. GitHub reports the missing token only if the client credentials are valid.
    func askGitHub() async -> [CheckupFinding] {
        let github = GitHub(
            client: OAuth2Client(id: configuration.clientID, secret: secret), webBase: configuration.webOrigin,
            apiBase: configuration.apiOrigin)
        let hearing = await hear(github.identify(accessToken: Self.nobodysToken))
        let answer: CheckupFinding
        switch hearing.result {
        case .success: answer = notGitHub
        case .failure(let error): answer = explainGitHub(error, reply: hearing.reply)
        }
        return [answer] + clockChecks(hearing.clock)
    }

    private func explainGitHub(_ error: OAuthError, reply: ProviderReply?) -> CheckupFinding {
        switch error.code {
        case .wrongApplication:
            // Any web server returns 404 for an unknown path; GitHub's API returns it as JSON.
            guard reply?.head.headerFields[.contentType]?.lowercased().contains("json") == true else { return notGitHub }
            let reminder = callback.map { "; whether its callback is \($0) cannot be checked" } ?? ""
            return .ok(subject, "client id and secret are good" + reminder)
        case .badClientCredentials:
            return .wrong(
                subject, "GitHub does not accept the client id and the secret\(Self.number(error))",
                mend:
                    "Copy the client id and make a new client secret on the app's page at \(configuration.webOrigin), and \(reader.storing(configuration))"
            )
        case .malformedReply: return notGitHub
        default: return explanation(of: error)
        }
    }

    private var notGitHub: CheckupFinding {
        .wrong(
            subject, "the server at \(configuration.apiOrigin) is not GitHub's API",
            mend: reader.gitHubAddress)
    }
}
