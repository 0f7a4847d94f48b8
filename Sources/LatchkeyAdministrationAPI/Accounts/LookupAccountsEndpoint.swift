import LatchkeyAccountAPI
package import LatchkeyIdentity
package import LatchkeyWeb
package import LatchkeyWire

/// `POST projects/{project}/accounts:lookup`: returns accounts by uid, email address, phone number or provider identity.
package struct LookupAccountsEndpoint: AdminEndpoint {
    package static let name = "accounts:lookup"
    package static let words = APIWords(
        "lookupAccounts", .users, "Returns accounts by their identifiers",
        """
        Returns the accounts with the given uids, addresses, phone numbers or identities: at most 100 identifiers. `users` is \
        absent if there is none. Firebase's `projects.accounts.lookup`.
        """,
        errors: [.invalidArgument, .tenantIDMismatch],
        request: #"{"email":["ada@example.org"]}"#,
        reply: """
            {"kind":"identitytoolkit#GetAccountInfoResponse","users":[{"localId":"gC3vZ0qkVbTt5xkqZ1yH2uT8wZ12",
            "email":"ada@example.org"}]}
            """)
    /// The same limit as Google's.
    private static let maxIdentifiers = 100

    package let store: StoreReader

    package init(store: any AccountStore) {
        self.store = StoreReader(store)
    }

    let origins = StandardOrigins()

    package static func tenant(of input: LookupRequest) -> String? { input.tenantId }

    package func respond(to input: LookupRequest, from caller: AdminCaller) async throws -> LookupReply {
        let count =
            (input.localId?.count ?? 0) + (input.email?.count ?? 0) + (input.phoneNumber?.count ?? 0) + (input.federatedUserId?.count ?? 0)
        guard count <= Self.maxIdentifiers else {
            throw SignInError(.init(rawValue: "INVALID_ARGUMENT"), message: "At most \(Self.maxIdentifiers) identifiers at once.")
        }
        let realm = caller.caller.realm
        let users = try await store.read { view -> [UserInfo] in
            var found: [Account] = []
            func add(_ account: Account?) {
                if let account, !found.contains(where: { $0.id == account.id }) { found.append(account) }
            }
            for id in input.localId ?? [] { add(try view.account(AccountID(rawValue: id), in: realm)) }
            for text in input.email ?? [] {
                if let email = EmailAddress(text) { add(try view.account(withEmail: email, in: realm)) }
            }
            for text in input.phoneNumber ?? [] {
                if let number = PhoneNumber(text) { add(try view.account(withPhoneNumber: number, in: realm)) }
            }
            for identity in input.federatedUserId ?? [] {
                guard let provider = identity.providerId.map(ProviderID.init(rawValue:)), let rawID = identity.rawId else { continue }
                // Imports keep identities of providers that are not configured.
                let key =
                    try view.identityKey(provider: provider, rawID: rawID, in: realm)
                    ?? IdentityKey(provider: provider, origin: origins[provider], rawID: rawID)
                add(try view.account(linkedTo: key, in: realm))
            }
            return try view.described(found)
        }
        let shown = caller.caller.project.policies.isLenient ? users.map(\.withUnobfuscatedNumbers) : users
        return LookupReply(users: shown.isEmpty ? nil : shown)
    }
}

extension StoreReading {
    /// Returns the key of an identity at a provider; `nil` if the provider is not configured.
    package func identityKey(provider: ProviderID, rawID: String, in realm: Realm) throws -> IdentityKey? {
        guard let configuration = try self.provider(provider, in: realm) else { return nil }
        return IdentityKey(provider: provider, origin: configuration.identityOrigin, rawID: rawID)
    }
}
