import Foundation
import HTTPTypes
import Hummingbird
import ServiceLifecycle

/// Applies the faults that do not depend on the content of a request.
struct TransportFaults: Sendable {
    let state: SandboxState

    /// Applies the pending faults to a request.
    ///
    /// - Parameter person: `nil` before the request's person is known: only faults for all persons apply.
    ///   Otherwise only faults for this person apply, because the others were already applied.
    func meet(
        provider: SandboxProvider, path: String, person: String? = nil, context: SandboxContext
    ) async throws {
        // The clock comes first, so that it also affects the date of the other responses.
        for kind: SandboxFault.Kind in [.wrongClock, .timeout, .rateLimited, .serverError, .malformedBody] {
            let fault = state.withLedger {
                $0.faults.take(kind, provider: provider, path: path, exactPerson: person)
            }
            guard let fault else { continue }
            switch kind {
            case .wrongClock: context.clock.offsetSeconds = fault.seconds ?? 1200
            case .timeout: try await hold(for: .milliseconds(fault.milliseconds ?? 30_000))
            case .rateLimited: throw rateLimit(at: provider, seconds: fault.seconds ?? 900)
            case .serverError: throw serverError(at: provider)
            default: throw MalformedReply()
            }
        }
    }

    /// Ends early when the sandbox shuts down, so that a delayed connection does not keep it running.
    private func hold(for duration: Duration) async throws {
        let sleep = state.configuration.sleep
        try await cancelWhenGracefulShutdown { try await sleep(duration) }
    }

    private func rateLimit(at provider: SandboxProvider, seconds: Int) -> any HTTPResponseError {
        let reading = CallWindow.Reading(limit: 75, used: 76, resetAt: state.now.addingTimeInterval(Double(seconds)))
        switch provider {
        case .twitter: return TwitterRefusal.rateLimited(reading)
        case .x: return XProblem.rateLimited(reading)
        case .github: return GitHubRefusal.rateLimited(reading, now: state.now)
        default: return OAuth2Refusal.rateLimited(seconds: seconds)
        }
    }

    private func serverError(at provider: SandboxProvider) -> any HTTPResponseError {
        switch provider {
        case .twitter: TwitterRefusal.internalError
        case .x: XProblem.serverError
        case .github: GitHubRefusal.serverError
        default: OAuth2Refusal.serverError
        }
    }
}

/// A successful response with an unreadable body: truncated JSON that is neither a form nor UTF-8.
struct MalformedReply: HTTPResponseError {
    static let body: [UInt8] = Array(#"{"oauth_token"#.utf8) + [0xFF, 0xFE, 0x25]

    var status: HTTPResponse.Status { .ok }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        .bytes(Self.body, type: "application/json; charset=utf-8")
    }
}
