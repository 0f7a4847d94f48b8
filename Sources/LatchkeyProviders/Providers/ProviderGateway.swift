import LatchkeyOAuth
import LatchkeyTracing

/// Runs conversations with providers, each within one deadline.
struct ProviderGateway: Sendable {
    let transport: any ProviderTransport
    /// The time limit for the whole conversation, including retries. Users wait for it.
    var deadline: Duration = .seconds(10)

    /// The maximum number of requests in a conversation. None needs more.
    private static let maxRequests = 6

    func run<C: Conversation>(_ conversation: C) async throws -> C.Outcome {
        try await ActiveSpan.below("sign-in provider") { _ in try await converse(conversation) }
    }

    private func converse<C: Conversation>(_ conversation: C) async throws -> C.Outcome {
        var conversation = conversation
        let clock = ContinuousClock()
        let end = clock.now.advanced(by: deadline)
        var step = try conversation.begin()
        for _ in 0..<Self.maxRequests {
            switch step {
            case .finished(let outcome): return outcome
            case .send(let request):
                let left = clock.now.duration(to: end)
                guard left > .zero else {
                    throw OAuthError(.providerUnavailable, detail: "The provider took too long to respond.", hint: nil)
                }
                let reply = try await transport.send(request, within: left)
                step = try conversation.receive(reply)
            }
        }
        throw OAuthError(.malformedReply, detail: "The conversation with the provider does not end.", hint: nil)
    }
}
