/// What a conversation wants next.
public enum Step<Outcome: Sendable>: Sendable {
    /// Send this and hand the reply to ``Conversation/receive(_:)``.
    case send(ProviderRequest)
    /// The conversation is over.
    case finished(Outcome)
}

/// An exchange of one or more requests with a provider, without any input or output of its own.
///
/// Somebody with a connection drives it: ``begin()``, then ``receive(_:)`` with each reply until a step is finished. An error
/// ends the conversation. ``run(_:)`` is that loop.
public protocol Conversation<Outcome>: Sendable {
    associatedtype Outcome: Sendable

    /// The first step; throws ``OAuthError`` when the request cannot be made.
    mutating func begin() throws -> Step<Outcome>
    /// The step after a reply; throws ``OAuthError`` when the provider refused.
    mutating func receive(_ reply: ProviderReply) throws -> Step<Outcome>
}

extension Conversation {
    /// Drives the conversation to its end with something that sends requests and reads replies.
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
