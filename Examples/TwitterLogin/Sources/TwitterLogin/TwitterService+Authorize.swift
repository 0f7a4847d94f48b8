import Foundation
import LatchkeyOAuth

// snippet.S4.13
extension TwitterService {
    /// The whole sign-in, for the button: steps 1 to 3.
    ///
    /// While the person is away ``authUrl`` and ``showSheet`` say what to show. Throws ``TwitterLoginError/cancelled`` after
    /// ``cancel()``.
    @discardableResult
    public func authorize() async throws -> TwitterCredential {
        guard configuration.callback != TwitterConfiguration.outOfBand else { throw TwitterLoginError.wrongCallback }
        guard callbacks == nil else { throw TwitterLoginError.busy }
        // Before anything is sent, so that two taps on the button are one sign-in.
        let urls = listen()
        defer { stopListening() }
        let token = try await requestOAuthToken()
        authUrl = try authorizeURL(for: token)
        showSheet = true
        let answer = try await self.answer(to: token, in: urls)
        showSheet = false
        let credential = try await requestAccessToken(token, answer: answer)
        self.credential = credential
        return credential
    }

    /// Gives up waiting: the person has closed the sheet.
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

    /// Waits for the callback that answers this token; those of others are not ours to end the wait with.
    private func answer(to token: OAuth1Token, in urls: AsyncStream<URL>) async throws -> CallbackAnswer {
        for await url in urls {
            if let answer = CallbackAnswer(url, to: token) { return answer }
        }
        try Task.checkCancellation()
        throw TwitterLoginError.cancelled
    }
}
// snippet.end
