import Foundation

/// Changes or removes an account's email address inside a transaction.
struct AddressChange {
    let codes: CodeIssuer
    let caller: Caller
    let at: Date
    let transaction: any StoreWriting

    /// Changes the account in memory, which the caller then stores. Ends the codes of the old address, and notifies that address if it was
    /// verified.
    ///
    /// - Parameter emulatorNotifies: Whether an emulator notifies the former address, as Google's does after `accounts:update` in a session
    ///   that is not anonymous.
    func apply(_ email: EmailAddress?, verified: Bool = false, emulatorNotifies: Bool = true, to account: inout Account) throws {
        let policies = caller.project.policies
        let tells = emulatorNotifies || policies.recoversConfirmedAddressesOnly
        guard email != account.email else { return }
        let before = account
        if email != nil, tells { account.initialEmail = before.initialEmail ?? before.email }
        account.email = email
        account.emailVerified = verified
        if !verified, policies.limitsCodes || email == nil { account.emailLinkSignIn = false }
        try transaction.noteMixedScripts(of: account, after: before.email, for: caller, at: at)
        try transaction.endCodesOfOldAddress(of: account.id, for: caller)
        guard tells, let former = recoverable(before, losing: email == nil) else { return }
        let order = CodeIssuer.Order(
            kind: .recoverEmail, recipient: former, email: former, newEmail: policies.recoversConfirmedAddressesOnly ? email : nil,
            account: before)
        try codes.issue(order, for: caller, at: at, in: transaction)
    }

    /// Returns the address that can recover the account.
    private func recoverable(_ before: Account, losing: Bool) -> EmailAddress? {
        guard caller.project.policies.recoversConfirmedAddressesOnly else { return losing ? nil : before.initialEmail ?? before.email }
        return before.emailVerified ? before.email : nil
    }
}
