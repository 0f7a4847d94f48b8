import Foundation

/// Records the events of one request in the audit log, in the request's transaction.
struct EventScribe {
    let transaction: any StoreWriting
    let caller: Caller
    let method: ProviderID?
    let at: Date
    var actor: String?

    func write(
        _ kind: AuthEvent.Kind, _ outcome: AuthEvent.Outcome, subject: AccountID?, session: SessionID? = nil,
        reason: SignInError.Code? = nil
    ) throws {
        try transaction.append(
            AuthEvent(
                at: at, realm: caller.realm, kind: kind, outcome: outcome, actor: actor, subject: subject, session: session,
                method: method, reason: reason?.rawValue, address: caller.client.address))
    }
}
