public import LatchkeySecrets

/// How far a first factor led.
public enum SignInOutcome: Sendable {
    case signedIn(IssuedTokens)
    case secondFactorNeeded(SecondFactorNeeded)
}

/// The first factor was right, and the account has a second.
public struct SecondFactorNeeded: Sendable {
    public let account: Account
    /// Stands for the first factor while the second is shown (`mfaPendingCredential`).
    public let pendingCredential: Secret<String>
    public let factors: [SecondFactor]
}

extension ProjectSettings {
    /// Whether people may enrol this kind, and have to show it when they have.
    func allows(_ kind: SecondFactor.Kind) -> Bool {
        switch kind {
        case .phone: smsSecondFactor
        case .totp: totpSecondFactor
        default: false
        }
    }
}
