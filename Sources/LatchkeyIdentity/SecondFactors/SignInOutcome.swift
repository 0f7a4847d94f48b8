package import LatchkeySecrets

/// The outcome of a first factor.
package enum SignInOutcome: Sendable {
    case signedIn(IssuedTokens)
    case secondFactorNeeded(SecondFactorNeeded)
}

/// A verified first factor of an account that requires a second one.
package struct SecondFactorNeeded: Sendable {
    package let account: Account
    /// The credential that represents the first factor in the request for the second (`mfaPendingCredential`).
    package let pendingCredential: Secret<String>
    package let factors: [SecondFactor]
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
