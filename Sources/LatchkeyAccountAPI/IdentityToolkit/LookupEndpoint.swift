package import LatchkeyIdentity
package import LatchkeyWeb
package import LatchkeyWire

/// `accounts:lookup`: returns the account of an ID token.
package struct LookupEndpoint: Endpoint {
    package static let name = "accounts:lookup"
    package static let version3Name: String? = "getAccountInfo"
    package static let keepsUsers = true
    package static let words = APIWords(
        "lookupAccount", .accounts, "Returns the user's own account",
        """
        Returns the account of an ID token in `users`, with its providers, second factors and passkeys. Firebase's \
        `accounts.lookup`.
        """,
        required: ["idToken"],
        errors: .session + [.missingIDToken],
        request: #"{"idToken":"eyJ…"}"#,
        reply: """
            {"kind":"identitytoolkit#GetAccountInfoResponse","users":[{"localId":"gC3vZ0qkVbTt5xkqZ1yH2uT8wZ12",
            "email":"ada@example.org","emailVerified":false,"createdAt":"1767225600000"}]}
            """)

    let sessions: Sessions

    package static func tenant(of input: LookupRequest) -> String? { input.tenantId }

    package func respond(to input: LookupRequest, from caller: Caller) async throws -> LookupReply {
        guard let idToken = input.idToken.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_ID_TOKEN")) }
        let (holder, (factors, passkeys)) = try await sessions.check(idToken, from: caller) { account, view in
            (
                account.hasSecondFactor ? try view.secondFactors(of: account.id, in: account.realm) : [],
                account.hasPasskey ? try view.passkeys(of: account.id, in: account.realm) : []
            )
        }
        let account = holder.account
        var user = UserInfo(account, passkeys: passkeys)
        if !factors.isEmpty { user.mfaInfo = factors.map { MfaEnrollment($0, hidesNumber: false) } }
        if caller.project.policies.isLenient {
            user = user.withUnobfuscatedNumbers
            user.passwordHash = account.password.flatMap(InsecureFakeHash.text(of:)) ?? user.passwordHash
            user.salt = account.password.flatMap(InsecureFakeHash.saltText(of:))
        }
        return LookupReply(users: [user])
    }
}
