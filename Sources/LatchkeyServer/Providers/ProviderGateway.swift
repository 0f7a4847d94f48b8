import LatchkeyOAuth

/// Carries out a conversation with a provider within one deadline.
struct ProviderGateway: Sendable {
    let transport: any ProviderTransport
    /// For the whole conversation, retries included: people wait for it.
    var deadline: Duration = .seconds(10)

    /// No conversation of ours needs more requests than this.
    private static let maxRequests = 6

    func run<C: Conversation>(_ conversation: C) async throws -> C.Outcome {
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
                    throw OAuthError(.providerUnavailable, detail: "The provider took too long to answer.", hint: nil)
                }
                let reply = try await transport.send(request, within: left)
                step = try conversation.receive(reply)
            }
        }
        throw OAuthError(.malformedReply, detail: "The conversation with the provider does not end.", hint: nil)
    }
}
