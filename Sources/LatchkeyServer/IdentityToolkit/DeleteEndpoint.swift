import LatchkeyIdentity
import LatchkeyWeb
import LatchkeyWire

/// `accounts:delete`: deletes the user's own account.
struct DeleteEndpoint: Endpoint {
    static let name = "accounts:delete"
    static let legacyName: String? = "deleteAccount"

    let removal: AccountRemoval
    let sessions: Sessions

    static func tenant(of ask: DeleteRequest) -> String? { ask.tenantId }

    func answer(_ ask: DeleteRequest, from caller: Caller) async throws -> DeleteReply {
        // The iOS client sends `localId` too; only the token counts.
        guard let idToken = ask.idToken.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_ID_TOKEN")) }
        try await removal.delete(try await sessions.check(idToken, from: caller))
        return DeleteReply()
    }
}
