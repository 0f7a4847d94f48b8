// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// The web flow of programs without a URL scheme: the browser comes back to a listener on this machine (RFC 8252, section 7.3).
struct LoopbackWebFlow: WebFlow {
    private enum Event: Sendable {
        case answered(WebFlowCallback)
        case notShown(any Error)
        case outOfTime
    }

    private let deadline: @Sendable () async throws -> Void

    /// - Parameter timeout: How long the person may stay away.
    init(timeout: Duration) {
        self.init { try await Task.sleep(for: timeout) }
    }

    /// - Parameter deadline: Returns when the time is up.
    init(deadline: @escaping @Sendable () async throws -> Void) {
        self.deadline = deadline
    }

    func run(_ request: WebFlowRequest, delegate: (any AuthUIDelegate)?) async throws -> String {
        let delegate = delegate ?? SystemBrowser()
        let listener = try await LoopbackListener.start { query in
            WebFlowCallback.read(query: query, eventID: request.eventID)
        }
        let answer: Result<WebFlowCallback, any Error>
        do {
            answer = .success(try await waitForAnswer(to: request, listener: listener, delegate: delegate))
        } catch {
            answer = .failure(error)
        }
        await listener.stop()
        await delegate.dismiss()
        switch try answer.get() {
        case .link(let link): return link
        case .failure(let code, let reason): throw AuthError.make(code, reason: reason)
        case .unrelated: throw AuthError.make(.webInternalError)
        }
    }

    /// Shows the page and waits for the first of: the answer, the deadline, cancellation, a page that cannot be shown.
    ///
    /// The tasks are not children of this one, because nobody must wait for them: a browser that stays in the foreground until
    /// it is closed would hold up an answer that is there.
    private func waitForAnswer(
        to request: WebFlowRequest, listener: LoopbackListener, delegate: any AuthUIDelegate
    ) async throws -> WebFlowCallback {
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        let address = request.address(returningTo: listener.address)
        let tasks = [
            Task {
                for await answer in listener.answers { continuation.yield(.answered(answer)) }
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
