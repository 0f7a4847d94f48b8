import Hummingbird
import LatchkeyOAuth
import LatchkeySecrets

/// `POST /login/device/code`: issues the codes for a device without a browser (RFC 8628).
struct DeviceCodeEndpoint: Sendable {
    let state: SandboxState

    func add(to routes: some RouterMethods<SandboxContext>) {
        routes.post("login/device/code") { request, context in
            let request = try await ReceivedRequest(request, context: context)
            let input = try GitHubClientRequest(request)
            let app = try state.withLedger { try input.app(in: $0.apps, needsSecret: false) }
            guard app.allowsDeviceFlow else { throw GitHubOAuthError.deviceFlowDisabled }
            guard let scopes = GitHubScope.list(input.parameters["scope"] ?? "") else {
                throw GitHubOAuthError.invalidScope("a scope does not exist")
            }
            // No vowels, to avoid words, and no characters that are easily confused.
            let letters = state.random.text(length: 8, from: "BCDFGHJKLMNPQRSTVWXZ")
            let device = GitHubLedger.Device(
                deviceCode: state.random.text(length: 40, from: "0123456789abcdef"),
                userCode: "\(letters.prefix(4))-\(letters.suffix(4))", appKey: app.key, scopes: scopes, createdAt: state.now)
            state.withLedger { ledger in _ = ledger.github.devices.insert(device, for: Fingerprint(of: device.deviceCode)) }
            return try GitHubReply([
                "device_code": device.deviceCode, "user_code": device.userCode,
                "verification_uri": "\(request.address)/login/device",
                "expires_in": String(Int(GitHubLedger.deviceCodeLifetimeSeconds)),
                "interval": String(device.intervalSeconds),
            ]).response(accept: request.headers[.accept])
        }
    }
}
