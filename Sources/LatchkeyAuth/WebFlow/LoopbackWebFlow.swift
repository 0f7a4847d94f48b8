/// The web flow of programs without a URL scheme: the browser returns to a listener on this machine (RFC 8252, section 7.3).
struct LoopbackWebFlow: WebFlow {
    private let wait: WebFlowWait

    /// Creates a web flow.
    ///
    /// - Parameter timeout: How long to wait for the user.
    init(timeout: Duration) {
        self.init { try await Task.sleep(for: timeout) }
    }

    /// Creates a web flow.
    ///
    /// - Parameter deadline: Returns when the time has elapsed.
    init(deadline: @escaping @Sendable () async throws -> Void) {
        wait = WebFlowWait(deadline: deadline)
    }

    func run(_ request: WebFlowRequest, delegate: (any AuthUIDelegate)?) async throws -> String {
        let listener = try await LoopbackListener.start { query in
            WebFlowCallback.read(query: query, eventID: request.eventID)
        }
        let link: Result<String, any Error>
        do {
            link = .success(
                try await wait.link(
                    showing: request.address(returningTo: listener.address), with: delegate ?? SystemBrowser(), replies: listener.replies))
        } catch {
            link = .failure(error)
        }
        await listener.stop()
        return try link.get()
    }
}
