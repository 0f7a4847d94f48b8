import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

extension ProviderCheckup {
    /// A token of GitHub's form that GitHub never gave out.
    private static let nobodysToken: Secret<String> = "gho_000000000000000000000000000000000000"

    /// Asks about a token that does not exist: who asks with good credentials is told so, others are turned away first.
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
            // Any web server answers 404 to an address that it does not know; GitHub's interface does so in JSON.
            guard reply?.head.headerFields[.contentType]?.lowercased().contains("json") == true else { return notGitHub }
            let reminder = callback.map { "; GitHub cannot be asked whether its callback is \($0)" } ?? ""
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
            subject, "what answers at \(configuration.apiOrigin) is not GitHub's programming interface",
            mend: reader.gitHubAddress)
    }
}
