import Foundation
import LatchkeySecrets
import ServerUnderTest
import TwitterLogin

/// The sandbox's Twitter, for an app that signs in by itself.
struct TwitterLoginSandbox {
    struct Refused: Error, CustomStringConvertible {
        let description: String
    }

    let address: String

    init(_ app: AppServer) throws {
        guard let sandbox = app.server.report.sandbox else { throw Refused(description: "there is no sandbox") }
        address = sandbox.twitter
    }

    /// The application that the sandbox has from the start, which browsers come back to on this machine.
    func configuration(callback: String) -> TwitterConfiguration {
        TwitterConfiguration(
            consumerKey: AppServer.consumerKey, consumerSecret: "not-a-secret-twitter-5GJwq8vYkTzR1nXbLhPdMfCa", callback: callback,
            apiBase: address)
    }

    /// The application of a program that nobody can be sent back to.
    var desktop: TwitterConfiguration {
        TwitterConfiguration(
            consumerKey: "desktopSandboxConsumer001", consumerSecret: "not-a-secret-desktop-3nYcUf7LqXvB9kAzGtRwPiJe",
            callback: TwitterConfiguration.outOfBand, apiBase: address)
    }

    /// Fills in the form of the tutorial's first chapter: an application with the callback `twittersdk://`.
    func registerTutorial() async throws -> TwitterConfiguration {
        let (key, secret) = ("twittersdkSandboxConsumer", "not-a-secret-twittersdk")
        let answer = try await Web.post(
            address + "/sandbox/apps", json: ["provider": "twitter", "key": key, "secret": secret, "callbacks": ["twittersdk://"]])
        guard answer.status == 201 else { throw Refused(description: answer.text) }
        return TwitterConfiguration(consumerKey: key, consumerSecret: Secret(secret), apiBase: address)
    }

    /// What the browser of a person is sent to, once they have decided.
    func callback(of page: URL, person: String = "ada", says: String = "allow") async throws -> URL {
        let answer = try await decide(page, person, says)
        guard let url = answer["redirectURL"].flatMap({ URL(string: $0) }) else { throw Refused(description: answer.text) }
        return url
    }

    /// What a person reads on the page, once they have agreed.
    func pin(on page: URL, person: String = "ada") async throws -> String {
        let answer = try await decide(page, person, "allow")
        guard let pin = answer["pin"] else { throw Refused(description: answer.text) }
        return pin
    }

    private func decide(_ page: URL, _ person: String, _ says: String) async throws -> WebAnswer {
        try await Web.post(
            address + "/sandbox/approve", json: ["url": page.absoluteString, "person": person, "decision": says])
    }
}

extension TwitterService {
    /// Gives each page to a person; if they cannot cope, the sign-in ends, so that nobody waits for them.
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
