public import LatchkeySecrets

/// The outcome of a first factor.
public enum SignInOutcome: Sendable {
    case signedIn(IssuedTokens)
    case secondFactorNeeded(SecondFactorNeeded)
}

/// A verified first factor of an account that requires a second one.
public struct SecondFactorNeeded: Sendable {
    public let account: Account
    /// The credential that represents the first factor in the request for the second (`mfaPendingCredential`).
    public let pendingCredential: Secret<String>
    public let factors: [SecondFactor]
}

extension ProjectSettings {
    /// Whether users can enroll this kind of factor, which they then have to present.
    func allows(_ kind: SecondFactor.Kind) -> Bool {
        switch kind {
        case .phone: smsSecondFactor
        case .totp: totpSecondFactor
        default: false
        }
    }
}
