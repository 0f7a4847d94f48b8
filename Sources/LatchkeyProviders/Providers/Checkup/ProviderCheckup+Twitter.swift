import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

extension ProviderCheckup {
    /// Starts a sign-in with the server's callback URL. Most configuration errors show up in this step.
    func askTwitter() async -> [CheckupFinding] {
        let twitter = Twitter(
            consumer: OAuth1Consumer(key: configuration.clientID, secret: secret), apiBase: configuration.apiOrigin,
            webBase: configuration.webOrigin, now: now)
        // The server adds a state in the same place; Twitter compares the part before the question mark.
        let address = callback.map { OAuth1Callback.url($0 + "?state=doctor") }
        let hearing = await hear(twitter.requestToken(callback: address ?? .outOfBand))
        let reply: CheckupFinding
        switch hearing.result {
        case .success:
            reply = .ok(subject, callback.map { "key and secret are good, and \($0) is approved" } ?? "key and secret are good")
        case .failure(let error): reply = explainTwitter(error, clock: hearing.clock)
        }
        return [reply] + clockChecks(hearing.clock)
    }

    /// The address of the app settings. A mock provider on a loopback address has its own.
    private var appsPlace: String {
        AddressRange.isLoopback(ofURL: configuration.apiOrigin) ? configuration.apiOrigin : "https://developer.x.com"
    }

    private func explainTwitter(_ error: OAuthError, clock: ClockReading?) -> CheckupFinding {
        let callback = callback ?? "the server's callback URL"
        switch error.code {
        case .callbackNotApproved:
            return .wrong(
                subject, "Twitter does not let this app redirect users to \(callback)\(Self.number(error))",
                mend: "Add \(callback) to the callback URLs in the app's settings at \(appsPlace), exactly as it stands here.")
        case .desktopAppOnly:
            return .wrong(
                subject, "the app has no callback URL at all, so Twitter takes it for a desktop program\(Self.number(error))",
                mend: "Add \(callback) to the callback URLs in the app's settings at \(appsPlace).")
        case .badClientCredentials:
            return .wrong(
                subject, "Twitter does not accept the key and the secret\(Self.number(error))",
                mend: "Copy both again from “Keys and tokens” of one app at \(appsPlace), and \(reader.storing(configuration))")
        case .clockSkew:
            let skew = clock.map { "it is \($0.text) of Twitter's" } ?? "Twitter does not say by how much it is wrong"
            return .wrong(
                subject, "Twitter refuses requests with this machine's time\(Self.number(error)): \(skew)",
                mend: "Synchronize the clock of the machine, for example with: timedatectl set-ntp true")
        case .insufficientAccessLevel:
            return .wrong(
                subject, "the app's access level does not include sign-in\(Self.number(error))",
                mend: "Move the app into a project at \(appsPlace), or raise its access level.")
        case .callbackNotConfirmed, .malformedReply:
            return .wrong(
                subject, "the server at \(configuration.apiOrigin) does not support Twitter's OAuth 1.0a: \(reader.detail(of: error))",
                mend: "Check \(reader.apiOrigin); Twitter's is \(Twitter.defaultAPIBase).")
        default: return explanation(of: error)
        }
    }
}
