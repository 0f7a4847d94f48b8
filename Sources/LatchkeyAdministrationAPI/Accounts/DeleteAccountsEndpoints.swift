package import LatchkeyIdentity
package import LatchkeyWeb
package import LatchkeyWire

/// `POST projects/{project}/accounts:delete`: deletes one account.
package struct DeleteAccountEndpoint: AdminEndpoint {
    package static let name = "accounts:delete"
    package static let words = APIWords(
        "deleteAccountAsAdministrator", .users, "Deletes an account",
        "Deletes the account with the uid `localId`, with its sessions. Firebase's `projects.accounts.delete`.",
        errors: [.missingLocalID, .userNotFound, .tenantIDMismatch],
        request: #"{"localId":"gC3vZ0qkVbTt5xkqZ1yH2uT8wZ12"}"#,
        reply: #"{"kind":"identitytoolkit#DeleteAccountResponse"}"#)

    package let administration: AccountAdministration

    package init(administration: AccountAdministration) {
        self.administration = administration
    }

    package static func tenant(of input: DeleteRequest) -> String? { input.tenantId }

    package func respond(to input: DeleteRequest, from caller: AdminCaller) async throws -> DeleteReply {
        guard let id = input.localId.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_LOCAL_ID")) }
        try await administration.delete(AccountID(rawValue: id), by: caller.caller, actor: caller.actor)
        return DeleteReply()
    }
}

/// `POST projects/{project}/accounts:batchDelete`: deletes up to 1,000 accounts.
struct BatchDeleteEndpoint: AdminEndpoint {
    static let name = "accounts:batchDelete"
    static let words = APIWords(
        "deleteAccounts", .users, "Deletes several accounts",
        """
        Deletes at most 1,000 accounts by their uids. Accounts that are not disabled are deleted only with `force`. Firebase's \
        `projects.accounts.batchDelete`.
        """,
        required: ["localIds"], errors: [.localIDListExceedsLimit, .tenantIDMismatch],
        request: #"{"localIds":["gC3vZ0qkVbTt5xkqZ1yH2uT8wZ12"],"force":false}"#,
        reply: """
            {"errors":[{"index":0,"localId":"gC3vZ0qkVbTt5xkqZ1yH2uT8wZ12",
            "message":"NOT_DISABLED : Disable the account before batch deletion."}]}
            """)
    private static let maxCount = 1000

    let administration: AccountAdministration

    static func tenant(of input: BatchDeleteRequest) -> String? { input.tenantId }

    func respond(to input: BatchDeleteRequest, from caller: AdminCaller) async throws -> BatchDeleteReply {
        var ids = input.localIds ?? []
        // Google's emulator removes duplicates before it counts positions.
        if caller.caller.project.policies.isLenient { ids = ids.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
        guard (1...Self.maxCount).contains(ids.count) else {
            throw SignInError(.init(rawValue: "LOCAL_ID_LIST_EXCEEDS_LIMIT"), message: "Send 1 to \(Self.maxCount) uids at once.")
        }
        let left = try await administration.delete(
            ids.map(AccountID.init(rawValue:)), force: input.force ?? false, by: caller.caller, actor: caller.actor)
        let errors = left.map {
            BatchError(index: $0, localId: ids[$0], message: "NOT_DISABLED : Disable the account before batch deletion.")
        }
        return BatchDeleteReply(errors: errors.isEmpty ? nil : errors)
    }
}
