import LatchkeySecrets

/// A person's decision about a device.
struct DeviceConsent: Sendable {
    let state: SandboxState

    private static let tooMany = "Too many wrong codes were entered. Wait an hour."

    /// Returns the device with this user code.
    ///
    /// Throws ``SandboxError``, also after too many wrong codes within an hour.
    func pending(_ userCode: String) throws -> (device: GitHubLedger.Device, app: SandboxApp) {
        let now = state.now
        // Returned, not thrown, because the updated count of wrong codes must be kept.
        let result: Result<(GitHubLedger.Device, SandboxApp), SandboxError> = state.withLedger { ledger in
            let limit = GitHubLedger.maxWrongUserCodes
            guard !ledger.github.wrongUserCodes.isUsedUp(now: now, limit: limit, windowSeconds: 3600) else {
                return .failure(SandboxError(.invalidAuthorization, Self.tooMany))
            }
            if let device = ledger.github.device(userCode: userCode), device.verdict == .pending,
                !device.isExpired(now: now), let app = ledger.apps.app(device.appKey, at: .github)
            {
                return .success((device, app))
            }
            let reading = ledger.github.wrongUserCodes.count(
                now: now, limit: limit, windowSeconds: 3600)
            return .failure(
                SandboxError(
                    .invalidAuthorization,
                    reading.isExceeded
                        ? Self.tooMany
                        : "No device shows this code, or it is older than fifteen minutes."))
        }
        return try result.get()
    }

    /// Records the decision.
    ///
    /// - Returns: Whether the device was approved.
    func decide(
        _ userCode: String, person key: String?, allows: Bool, withheld: Set<String> = [], path: String
    ) throws -> Bool {
        let (device, _) = try pending(userCode)
        return try state.withLedger { ledger in
            let person = try key.map { try ledger.people.person($0, at: .github) }
            let code = Fingerprint(of: device.deviceCode)
            guard ledger.github.devices[code]?.verdict == .pending else {
                throw SandboxError(.invalidAuthorization, "This code was already approved or denied.")
            }
            let isFaulty = ledger.faults.take(.denied, provider: .github, path: path, person: person?.key) != nil
            guard allows, let person, !isFaulty else {
                ledger.github.devices.update(code) { $0.verdict = .denied }
                return false
            }
            let scopes = GitHubConsent(state: state).grantedScopes(
                device.scopes, withheld: withheld, person: person.key, path: path, &ledger)
            ledger.github.devices.update(code) { $0.verdict = .allowed(personKey: person.key, scopes: scopes) }
            return true
        }
    }
}
