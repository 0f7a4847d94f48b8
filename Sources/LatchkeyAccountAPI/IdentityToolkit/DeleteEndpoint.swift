package import LatchkeyIdentity
package import LatchkeyWeb
package import LatchkeyWire

/// `accounts:delete`: deletes the user's own account.
package struct DeleteEndpoint: Endpoint {
    package static let name = "accounts:delete"
    package static let version3Name: String? = "deleteAccount"
    package static let words = APIWords(
        "deleteAccount", .accounts, "Deletes the user's own account",
        "Deletes the account of an ID token with its sessions. The sign-in must be recent. Firebase's `accounts.delete`.",
        required: ["idToken"],
        errors: .session + [.missingIDToken, .credentialTooOldLoginAgain, .operationNotAllowed, .adminOnlyOperation],
        request: #"{"idToken":"eyJ…"}"#,
        reply: #"{"kind":"identitytoolkit#DeleteAccountResponse"}"#)

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
