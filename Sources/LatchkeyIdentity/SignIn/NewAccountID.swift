/// Makes the uid of a new account: 28 random characters, or what the client's generation knows: `twitter:123`, `simplelogin:7`.
struct NewAccountID: Sendable {
    /// What everybody gets whose client knows no other form, or where that form is taken.
    let random: AccountID

    init(_ random: AccountID) {
        self.random = random
    }

    /// The uid for somebody who comes by a method, inside the transaction that makes the account.
    ///
    /// A uid of the old form that is taken belongs to somebody else, whatever it says: identities lead to accounts, and uids never do.
    func settle(for caller: Caller, by method: ProviderID, rawID: String? = nil, in transaction: any StoreWriting) throws -> AccountID {
        guard caller.generation == .legacy else { return random }
        switch method {
        case .password: return try numbered(in: caller.realm, transaction)
        case .anonymous: return AccountID(rawValue: "anonymous:" + random.rawValue)
        default:
            guard let name = AccountID.legacyName(of: method), let rawID, AccountID.mayFollowName(rawID) else { return random }
            let id = AccountID(rawValue: "\(name):\(rawID)")
            return try transaction.account(id, in: caller.realm) == nil ? id : random
        }
    }

    private func numbered(in realm: Realm, _ transaction: any StoreWriting) throws -> AccountID {
        // Imported accounts may have the next number; a second try counts on from the highest.
        for skipsTaken in [false, true] {
            let number = try transaction.takeLegacyNumber(in: realm.project, skippingTaken: skipsTaken)
            let id = AccountID(rawValue: AccountID.numberedPrefix + String(number))
            if try transaction.account(id, in: realm) == nil { return id }
        }
        return random
    }
}

extension AccountID {
    /// What stands before the number in uids of passwords.
    public static let numberedPrefix = "simplelogin:"

    /// What the first generations call a provider; nil for one that they did not know.
    static func legacyName(of provider: ProviderID) -> String? {
        switch provider {
        case .twitter: "twitter"
        case .github: "github"
        case .google: "google"
        case "facebook.com": "facebook"
        default: nil
        }
    }

    /// Whether a provider's id can be part of a uid, which is a key in databases.
    static func mayFollowName(_ rawID: String) -> Bool {
        (1...64).contains(rawID.utf8.count)
            && rawID.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0) || $0 == 0x2d || $0 == 0x5f
            }
    }
}
