import HTTPTypes
package import LatchkeyIdentity
package import LatchkeyOAuth
import LatchkeyTracing

/// Calls hooks through the provider transport, with the same address checks.
package struct HTTPHookTransport: HookTransport {
    package let transport: any ProviderTransport

    package init(transport: any ProviderTransport) {
        self.transport = transport
    }

    package func post(_ body: [UInt8], to url: String, within deadline: Duration) async throws -> HookReply {
        try await ActiveSpan.below("hook") { _ in
            var request = try Self.request(body, to: url)
            // Hooks belong to the operator; providers do not get the values of other tracing systems.
            if let name = HTTPField.Name(TraceContext.stateHeader), let state = ActiveSpan.current?.context.state {
                request.head.headerFields[name] = state.text
            }
            let reply = try await transport.send(request, within: deadline)
            return HookReply(status: reply.head.status.code, body: reply.body)
        }
    }

    /// - Throws: If the URL is not absolute.
    package static func request(_ body: [UInt8], to url: String) throws -> ProviderRequest {
        try ProviderRequest(
            method: .post, url: url, headerFields: [.contentType: "application/json", .accept: "application/json"], body: body)
    }
}
