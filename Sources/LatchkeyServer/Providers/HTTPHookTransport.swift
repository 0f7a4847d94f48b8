import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth

/// Calls hooks through the provider transport, with the same address checks.
struct HTTPHookTransport: HookTransport {
    let transport: any ProviderTransport

    func post(_ body: [UInt8], to url: String, within deadline: Duration) async throws -> HookReply {
        let reply = try await transport.send(try Self.request(body, to: url), within: deadline)
        return HookReply(status: reply.head.status.code, body: reply.body)
    }

    /// - Throws: If the URL is not absolute.
    static func request(_ body: [UInt8], to url: String) throws -> ProviderRequest {
        try ProviderRequest(
            method: .post, url: url, headerFields: [.contentType: "application/json", .accept: "application/json"], body: body)
    }
}
