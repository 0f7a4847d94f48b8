import Foundation
import LatchkeySecrets
import ServerUnderTest
import TwitterLogin

/// The sandbox's Twitter, for an app that implements the sign-in itself.
struct TwitterLoginSandbox {
    struct Refused: Error, CustomStringConvertible {
        let description: String
    }

    let address: String

    init(_ app: AppServer) throws {
        guard let sandbox = app.server.report.sandbox else { throw Refused(description: "there is no sandbox") }
        address = sandbox.twitter
    }

    /// The sandbox's default application, with a loopback callback.
    func configuration(callback: String) -> TwitterConfiguration {
        TwitterConfiguration(
            consumerKey: AppServer.consumerKey, consumerSecret: "not-a-secret-twitter-5GJwq8vYkTzR1nXbLhPdMfCa", callback: callback,
            apiBase: address)
    }

    /// The application of a program without a callback URL.
    var desktop: TwitterConfiguration {
        TwitterConfiguration(
            consumerKey: "desktopSandboxConsumer001", consumerSecret: "not-a-secret-desktop-3nYcUf7LqXvB9kAzGtRwPiJe",
            callback: TwitterConfiguration.outOfBand, apiBase: address)
    }

    /// Submits the form of the tutorial's first chapter: an application with the callback `twittersdk://`.
    func registerTutorial() async throws -> TwitterConfiguration {
        let (key, secret) = ("twittersdkSandboxConsumer", "not-a-secret-twittersdk")
        let reply = try await Web.post(
            address + "/sandbox/apps", json: ["provider": "twitter", "key": key, "secret": secret, "callbacks": ["twittersdk://"]])
        guard reply.status == 201 else { throw Refused(description: reply.text) }
        return TwitterConfiguration(consumerKey: key, consumerSecret: Secret(secret), apiBase: address)
    }

    /// Returns the callback URL that the user's browser is redirected to after the decision.
    func callback(of page: URL, person: String = "ada", says: String = "allow") async throws -> URL {
        let reply = try await decide(page, person, says)
        guard let url = reply["redirectURL"].flatMap({ URL(string: $0) }) else { throw Refused(description: reply.text) }
        return url
    }

    /// Returns the PIN that the page shows after the user has agreed.
    func pin(on page: URL, person: String = "ada") async throws -> String {
        let reply = try await decide(page, person, "allow")
        guard let pin = reply["pin"] else { throw Refused(description: reply.text) }
        return pin
    }

    private func decide(_ page: URL, _ person: String, _ says: String) async throws -> WebReply {
        try await Web.post(
            address + "/sandbox/approve", json: ["url": page.absoluteString, "person": person, "decision": says])
    }
}

extension TwitterService {
    /// Passes each page to `decide`. If that throws, the sign-in ends, so that the test does not wait forever.
    func whenPageOpens(_ decide: @escaping @MainActor (URL) async throws -> Void, orElse failed: @escaping (any Error) -> Void) {
        whenPageOpens { page in
            Task {
                do {
                    try await decide(page)
                } catch {
                    failed(error)
                    self.cancel()
                }
            }
        }
    }
}
