package import LatchkeyIdentity
import LatchkeyWeb
package import LatchkeyWire

/// `accounts:delete`: deletes the user's own account.
package struct DeleteEndpoint: Endpoint {
    package static let name = "accounts:delete"
    package static let version3Name: String? = "deleteAccount"

    let removal: AccountRemoval
    let sessions: Sessions

    package static func tenant(of input: DeleteRequest) -> String? { input.tenantId }

    package func respond(to input: DeleteRequest, from caller: Caller) async throws -> DeleteReply {
        // The iOS client sends `localId` too; only the token counts.
        guard let idToken = input.idToken.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_ID_TOKEN")) }
        try await removal.delete(try await sessions.check(idToken, from: caller))
        return DeleteReply()
    }
}
