import Foundation
import LatchkeySecrets
import Synchronization
import Testing

@testable import LatchkeyIdentity

/// Hooks that respond as a test says, and remember what they were asked.
final class ScriptedHooks: HookTransport {
    private struct State {
        var replies: [String: HookReply] = [:]
        var received: [(url: String, claims: [String: ClaimValue])] = []
        var act: (@Sendable () async throws -> Void)?
    }

    static let beforeCreate = "https://hooks.example.org/create"
    static let beforeSignIn = "https://hooks.example.org/sign-in"

    private let state = Mutex(State())

    /// The settings with both hooks.
    static var settings: ProjectSettings {
        var settings = ProjectSettings.everyMethod
        settings.hooks = BlockingHooks(beforeCreate: beforeCreate, beforeSignIn: beforeSignIn)
        return settings
    }

    /// Sets the response of a hook. Without one, it allows everything.
    func reply(_ body: String, status: Int = 200, at url: String) {
        state.withLock { $0.replies[url] = HookReply(status: status, body: Array(body.utf8)) }
    }

    /// Sets an action that every hook performs before it responds.
    func perform(_ act: (@Sendable () async throws -> Void)?) {
        state.withLock { $0.act = act }
    }

    /// The URLs of the hooks that were asked, in order.
    var requestedURLs: [String] { state.withLock { $0.received.map(\.url) } }

    /// The claims of the last token that a hook received.
    func lastClaims(at url: String) throws -> [String: ClaimValue] {
        try #require(state.withLock { $0.received.last { $0.url == url }?.claims })
    }

    func post(_ body: [UInt8], to url: String, within deadline: Duration) async throws -> HookReply {
        struct Question: Decodable {
            struct Content: Decodable { let jwt: String }
            let data: Content
        }
        let jwt = try JSONDecoder().decode(Question.self, from: Data(body)).data.jwt
        let payload = Base64URL.decode(String(jwt.split(separator: ".")[1])) ?? []
        let claims = try JSONDecoder().decode([String: ClaimValue].self, from: Data(payload))
        let act = state.withLock { state in
            state.received.append((url, claims))
            return state.act
        }
        try await act?()
        return state.withLock { $0.replies[url] ?? HookReply(status: 200, body: Array("{}".utf8)) }
    }
}
