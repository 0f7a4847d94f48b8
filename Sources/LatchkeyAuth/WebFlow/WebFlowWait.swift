/// The wait for the user on the provider's page. It ends with the callback, the deadline, cancellation, or a page that cannot be shown.
struct WebFlowWait: Sendable {
    private enum Event: Sendable {
        case answered(WebFlowCallback)
        case notShown(any Error)
        case outOfTime
    }

    /// Returns when the time has elapsed.
    let deadline: @Sendable () async throws -> Void

    /// Shows a page, waits for its callback, and dismisses the page.
    ///
    /// - Parameter replies: The callbacks of this flow.
    /// - Returns: The URL that the server redeems.
    func link(
        showing address: String, with delegate: any AuthUIDelegate, replies: AsyncStream<WebFlowCallback>
    ) async throws -> String {
        let reply: Result<WebFlowCallback, any Error>
        do {
            reply = .success(try await firstReply(showing: address, with: delegate, replies: replies))
        } catch {
            reply = .failure(error)
        }
        await delegate.dismiss()
        switch try reply.get() {
        case .link(let link): return link
        case .failure(let code, let reason): throw AuthError.make(code, reason: reason)
        case .unrelated: throw AuthError.make(.webInternalError)
        }
    }

    /// The tasks are not child tasks, because the callback must not wait for them: a browser process that runs until it is closed would
    /// delay a callback that has already arrived.
    private func firstReply(
        showing address: String, with delegate: any AuthUIDelegate, replies: AsyncStream<WebFlowCallback>
    ) async throws -> WebFlowCallback {
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        let deadline = deadline
        let tasks = [
            Task {
                for await reply in replies { continuation.yield(.answered(reply)) }
            },
            Task {
                do { try await delegate.present(address) } catch { continuation.yield(.notShown(error)) }
            },
            Task {
                if (try? await deadline()) != nil { continuation.yield(.outOfTime) }
            },
        ]
        defer { for task in tasks { task.cancel() } }
        for await event in events {
            switch event {
            case .answered(let reply): return reply
            case .notShown(let error) where !(error is CancellationError):
                throw AuthError.make(
                    .webInternalError, reason: "The sign-in page cannot be shown.", underlying: error)
            case .notShown: throw AuthError.make(.webContextCancelled, reason: "The sign-in page was closed.")
            case .outOfTime:
                throw AuthError.make(.webContextCancelled, reason: "The sign-in page was not completed in time.")
            }
        }
        throw AuthError.make(.webContextCancelled, reason: "The sign-in was cancelled.")
    }
}
