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
    /// - Parameter answers: The callbacks of this flow.
    /// - Returns: The URL that the server redeems.
    func link(
        showing address: String, with delegate: any AuthUIDelegate, answers: AsyncStream<WebFlowCallback>
    ) async throws -> String {
        let answer: Result<WebFlowCallback, any Error>
        do {
            answer = .success(try await firstAnswer(showing: address, with: delegate, answers: answers))
        } catch {
            answer = .failure(error)
        }
        await delegate.dismiss()
        switch try answer.get() {
        case .link(let link): return link
        case .failure(let code, let reason): throw AuthError.make(code, reason: reason)
        case .unrelated: throw AuthError.make(.webInternalError)
        }
    }

    /// The tasks are not child tasks, because the callback must not wait for them: a browser process that runs until it is closed would
    /// delay a callback that has already arrived.
    private func firstAnswer(
        showing address: String, with delegate: any AuthUIDelegate, answers: AsyncStream<WebFlowCallback>
    ) async throws -> WebFlowCallback {
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        let deadline = deadline
        let tasks = [
            Task {
                for await answer in answers { continuation.yield(.answered(answer)) }
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
            case .answered(let answer): return answer
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
