import Foundation
import LatchkeyOAuth
import LatchkeySecrets

/// The poll of a device that waits for the person's decision (RFC 8628, section 3.4).
struct DevicePolling: Sendable {
    let state: SandboxState

    /// Returns the token; throws ``GitHubOAuthError`` until the person grants access.
    func poll(
        _ input: GitHubClientRequest, request: ReceivedRequest, context: SandboxContext
    ) async throws -> GitHubLedger.Token {
        let app = try state.withLedger { try input.app(in: $0.apps, needsSecret: false) }
        guard app.allowsDeviceFlow else { throw GitHubOAuthError.deviceFlowDisabled }
        let code = Fingerprint(of: input.parameters["device_code"] ?? "")
        if case .allowed(let person, _)? = state.withLedger({ $0.github.devices[code]?.verdict }) {
            try await TransportFaults(state: state).meet(
                provider: .github, path: request.faultPath, person: person, context: context)
        }
        let now = state.now
        // Returned, not thrown, because the time of the poll must be kept.
        let result: Result<GitHubLedger.Token, GitHubOAuthError> = state.withLedger { ledger in
            guard let device = ledger.github.devices[code], device.appKey == app.key else {
                return .failure(.incorrectDeviceCode("the device_code is unknown, used, or another application's"))
            }
            guard !device.isExpired(now: now) else { return .failure(.expiredToken) }
            ledger.github.devices.update(code) { $0.lastPoll = now }
            if let last = device.lastPoll, now.timeIntervalSince(last) < Double(device.intervalSeconds) {
                ledger.github.devices.update(code) { $0.intervalSeconds += 5 }
                return .failure(.slowDown(device.intervalSeconds + 5))
            }
            switch device.verdict {
            case .pending: return .failure(.authorizationPending)
            case .denied:
                ledger.github.devices.remove(code)
                return .failure(.accessDenied)
            case .allowed(let person, let scopes):
                ledger.github.devices.remove(code)
                let grant = Grant(appKey: app.key, personKey: person)
                return .success(ledger.github.issueToken(for: grant, scopes: scopes, now: now, random: state.random))
            }
        }
        return try result.get()
    }
}
