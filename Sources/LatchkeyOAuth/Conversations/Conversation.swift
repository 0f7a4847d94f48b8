/// The next step of a conversation.
public enum Step<Outcome: Sendable>: Sendable {
    /// Send this request and pass the response to ``Conversation/receive(_:)``.
    case send(ProviderRequest)
    /// The conversation is over.
    case finished(Outcome)
}

/// An exchange of one or more requests with a provider that performs no I/O itself.
///
/// To drive a conversation, call ``begin()``, then ``receive(_:)`` with each response until a step is finished. An error ends
/// the conversation. ``run(_:)`` implements this loop.
public protocol Conversation<Outcome>: Sendable {
    associatedtype Outcome: Sendable

    /// Returns the first step; throws ``OAuthError`` when the request cannot be created.
    mutating func begin() throws -> Step<Outcome>
    /// Returns the step after a response; throws ``OAuthError`` when the provider rejected the request.
    mutating func receive(_ reply: ProviderReply) throws -> Step<Outcome>
}

extension Conversation {
    /// Drives the conversation to its end with a closure that sends a request and reads the response.
    public consuming func run(_ send: (ProviderRequest) async throws -> ProviderReply) async throws -> Outcome {
        var conversation = self
        var step = try conversation.begin()
        while true {
            switch step {
            case .send(let request): step = try conversation.receive(try await send(request))
            case .finished(let outcome): return outcome
            }
        }
    }
}
