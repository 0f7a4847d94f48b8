import Foundation
import LatchkeyOAuth

// snippet.S4.13
extension TwitterService {
    /// Performs the whole sign-in, steps 1 to 3, for the button.
    ///
    /// While the user is on Twitter's page, ``authUrl`` and ``showSheet`` contain what to show. After ``cancel()``, throws
    /// ``TwitterLoginError/cancelled``.
    @discardableResult
    public func authorize() async throws -> TwitterCredential {
        guard configuration.callback != TwitterConfiguration.outOfBand else { throw TwitterLoginError.wrongCallback }
        guard callbacks == nil else { throw TwitterLoginError.busy }
        // Before any request is sent, so that a second tap on the button does not start another sign-in.
        let urls = listen()
        defer { stopListening() }
        let token = try await requestOAuthToken()
        authUrl = try authorizeURL(for: token)
        showSheet = true
        let reply = try await self.respond(to: token, in: urls)
        showSheet = false
        let credential = try await requestAccessToken(token, reply: reply)
        self.credential = credential
        return credential
    }

    /// Stops waiting, because the user has closed the sheet.
    public func cancel() {
        callbacks?.finish()
    }

    private func listen() -> AsyncStream<URL> {
        let (urls, continuation) = AsyncStream.makeStream(of: URL.self)
        callbacks = continuation
        callbackObserver = center.addObserver(forName: .twitterCallback, object: nil, queue: nil) { notification in
            if let url = notification.object as? URL { continuation.yield(url) }
        }
        return urls
    }

    private func stopListening() {
        if let callbackObserver { center.removeObserver(callbackObserver) }
        callbackObserver = nil
        callbacks = nil
        authUrl = nil
        showSheet = false
    }

    /// Waits for the callback of this token. Callbacks of other tokens are ignored.
    private func respond(to token: OAuth1Token, in urls: AsyncStream<URL>) async throws -> CallbackReply {
        for await url in urls {
            if let reply = CallbackReply(url, to: token) { return reply }
        }
        try Task.checkCancellation()
        throw TwitterLoginError.cancelled
    }
}
// snippet.end
