/// The wait for a person who is on the provider's page: for the first of the answer, the deadline, cancellation, a page that cannot be
/// shown.
struct WebFlowWait: Sendable {
    private enum Event: Sendable {
        case answered(WebFlowCallback)
        case notShown(any Error)
        case outOfTime
    }

    /// Returns when the time is up.
    let deadline: @Sendable () async throws -> Void

    /// Shows a page, waits for its answer, and puts it away again.
    ///
    /// - Parameter answers: What comes back; nothing in it is of another flow.
    /// - Returns: The address that the server redeems.
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

    /// The tasks are not children of this one, because nobody must wait for them: a browser that stays in the foreground until
    /// it is closed would hold up an answer that is there.
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
                throw AuthError.make(.webContextCancelled, reason: "Nobody came back from the sign-in page in time.")
            }
        }
        throw AuthError.make(.webContextCancelled, reason: "The sign-in was cancelled.")
    }
}
