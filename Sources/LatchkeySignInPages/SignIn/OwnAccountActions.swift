import LatchkeyAccountAPI
import LatchkeyIdentity

/// What users do on their own account page, beside what the sign-in page does too.
struct OwnAccountActions: Sendable {
    let codes: CodeRequests
    let enrollment: SecondFactorEnrollment
    let recovery: RecoveryCodes
    let removal: AccountRemoval

    init(_ accounts: AccountServices) {
        codes = accounts.codes.requests
        enrollment = accounts.enrollment
        recovery = accounts.recoveryCodes
        removal = accounts.removal
    }
}
