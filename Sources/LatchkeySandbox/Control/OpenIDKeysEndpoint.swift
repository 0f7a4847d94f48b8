import HTTPTypes
import Hummingbird
import Synchronization

/// `/sandbox/openid/keys`: lists and rotates the keys that sign ID tokens.
struct OpenIDKeysEndpoint: Sendable {
    private struct Input: Decodable {
        let algorithm: SandboxSigningAlgorithm?
        let keepOld: Bool?
    }

    let state: SandboxState

    func add(to routes: some RouterMethods<SandboxContext>) {
        routes.get("openid/keys") { _, _ in try list() }
        routes.post("openid/keys") { request, context in
            let input = try await ReceivedRequest(request, context: context).decodeControl(Input.self)
            try state.rotateOpenIDKey(to: input.algorithm ?? .rs256, keepingOld: input.keepOld ?? true)
            return try list(status: .created)
        }
    }

    private func list(status: HTTPResponse.Status = .ok) throws -> Response {
        let keys = try state.openIDKeys.withLock { ring in try ring.published() }
        return .json(
            ["keys": .array(keys.map { ["kid": JSON($0.id), "algorithm": JSON($0.algorithm.rawValue)] })], status: status)
    }
}
