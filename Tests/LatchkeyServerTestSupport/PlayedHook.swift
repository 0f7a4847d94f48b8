import Foundation
import HTTPTypes
package import LatchkeyIdentity
package import LatchkeyOAuth
import LatchkeySecrets
import Synchronization

/// A mock of a project's hooks: records the requests and returns the configured responses.
package final class PlayedHook: Sendable {
    package init() {}

    package static let origin = "https://hooks.test"
    package static let hooks = BlockingHooks(beforeCreate: origin + "/create", beforeSignIn: origin + "/sign-in")

    private struct State {
        var requests: [Question] = []
        var replies: [String: ProviderReply] = [:]
    }

    package struct Question: Sendable {
        /// `/create` or `/sign-in`.
        package let path: String
        package let token: String
        let claims: [String: ClaimValue]

        package subscript(name: String) -> ClaimValue? { claims[name] }
        package var record: [String: ClaimValue] {
            if case .object(let record)? = claims["user_record"] { record } else { [:] }
        }
    }

    private let state = Mutex(State())

    package var requests: [Question] { state.withLock { $0.requests } }
    package var paths: [String] { requests.map(\.path) }

    /// Sets the response for a path; by default, everything is allowed.
    package func respond(_ path: String, _ text: String, status: Int = 200) {
        state.withLock { $0.replies[path] = PlayedProvider.json(status, text) }
    }

    package func reply(to request: ProviderRequest) -> ProviderReply? {
        guard request.head.authority == "hooks.test", let path = request.head.path else { return nil }
        guard let body = try? JSONDecoder().decode([String: [String: String]].self, from: Data(request.body)),
            // The tokens of an emulator have an empty signature.
            let token = body["data"]?["jwt"], token.split(separator: ".", omittingEmptySubsequences: false).count == 3,
            let bytes = Base64URL.decode(String(token.split(separator: ".")[1])),
            let claims = try? JSONDecoder().decode([String: ClaimValue].self, from: Data(bytes))
        else {
            return PlayedProvider.json(400, #"{"error":{"message":"no question"}}"#)
        }
        return state.withLock { state in
            state.requests.append(Question(path: path, token: token, claims: claims))
            return state.replies[path] ?? PlayedProvider.json(200, "{}")
        }
    }
}
