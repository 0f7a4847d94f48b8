package import HTTPTypes
import LatchkeyAccountAPI
package import LatchkeyIdentity
package import LatchkeyWeb
package import LatchkeyWire

/// `GET projects/{project}/accounts:batchGet`: lists all accounts in pages, sorted by uid.
package struct BatchGetEndpoint: AdminEndpoint {
    package static let method = HTTPRequest.Method.get
    package static let name = "accounts:batchGet"
    package static let words = APIWords(
        "listAccounts", .users, "Lists all accounts",
        """
        Lists the accounts in pages, sorted by uid, with password hashes. A page has 20 accounts, or `maxResults`, at most \
        1,000. Firebase's `projects.accounts.batchGet`.
        """,
        errors: [.invalidPageSelection],
        reply: """
            {"kind":"identitytoolkit#DownloadAccountResponse","users":[{"localId":"gC3vZ0qkVbTt5xkqZ1yH2uT8wZ12",
            "email":"ada@example.org"}],"nextPageToken":"gC3vZ0qkVbTt5xkqZ1yH2uT8wZ12"}
            """)
    private static let standardCount = 20
    private static let maxCount = 1000

    package let store: StoreReader

    package init(store: any AccountStore) {
        self.store = StoreReader(store)
    }

    package static func tenant(of input: BatchGetRequest) -> String? { input.tenantId }

    package func respond(to input: BatchGetRequest, from caller: AdminCaller) async throws -> BatchGetReply {
        if caller.caller.project.policies.isLenient { return try await respond(leniently: input, from: caller) }
        let count = input.maxResults ?? Self.standardCount
        guard (1...Self.maxCount).contains(count) else {
            throw SignInError(.init(rawValue: "INVALID_PAGE_SELECTION"), message: "maxResults must be 1 to \(Self.maxCount).")
        }
        let realm = caller.caller.realm
        let last = input.nextPageToken.unlessEmpty.map(AccountID.init(rawValue:))
        let users = try await store.read { try $0.described($0.accounts(in: realm, after: last, limit: count)) }
        // As on Google's server, every full page has a token, even the last one.
        return BatchGetReply(users: users.isEmpty ? nil : users, nextPageToken: users.count == count ? users.last?.localId : nil)
    }

    /// Responds as Google's emulator does: a size above the maximum returns a full page, a negative one everything, and without accounts
    /// the list is empty.
    private func respond(leniently input: BatchGetRequest, from caller: AdminCaller) async throws -> BatchGetReply {
        let requested = input.maxResults ?? 0
        let count = requested == 0 ? Self.standardCount : Int(min(requested.magnitude, UInt(Self.maxCount)))
        var (users, last) = ([UserInfo](), input.nextPageToken.unlessEmpty.map(AccountID.init(rawValue:)))
        while true {
            let page = try await store.read { [last] view in
                try view.described(view.accounts(in: caller.caller.realm, after: last, limit: requested < 0 ? Self.maxCount : count))
            }
            users += page.map(\.withUnobfuscatedNumbers)
            last = page.last?.localId.map(AccountID.init(rawValue:))
            if requested >= 0 || page.isEmpty { break }
        }
        return BatchGetReply(users: users, nextPageToken: requested >= 0 && users.count == count ? users.last?.localId : nil)
    }
}
