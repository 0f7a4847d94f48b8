/// The uid of a new account: 28 random characters, or the form of the client's generation, such as `twitter:123` or `simplelogin:7`.
struct NewAccountID: Sendable {
    /// The uid for current clients, and for legacy clients if the uid in the old form is taken.
    let random: AccountID

    init(_ random: AccountID) {
        self.random = random
    }

    /// Returns the uid for a new account, inside the transaction that creates it.
    ///
    /// A taken uid of the old form belongs to another account, regardless of its text: only identities lead to accounts, never uids.
    func settle(for caller: Caller, by method: ProviderID, rawID: String? = nil, in transaction: any StoreWriting) throws -> AccountID {
        guard caller.generation == .legacy else { return random }
        switch method {
        case .password: return try numbered(in: caller.realm, transaction)
        case .anonymous: return AccountID(rawValue: "anonymous:" + random.rawValue)
        default:
            guard let name = AccountID.version3Name(of: method), let rawID, AccountID.mayFollowName(rawID) else { return random }
            let id = AccountID(rawValue: "\(name):\(rawID)")
            return try transaction.account(id, in: caller.realm) == nil ? id : random
        }
    }

    private func numbered(in realm: Realm, _ transaction: any StoreWriting) throws -> AccountID {
        // An imported account may have the next number. The second attempt continues from the highest taken one.
        for skipsTaken in [false, true] {
            let number = try transaction.takeLegacyNumber(in: realm.project, skippingTaken: skipsTaken)
            let id = AccountID(rawValue: AccountID.numberedPrefix + String(number))
            if try transaction.account(id, in: realm) == nil { return id }
        }
        return random
    }
}

extension AccountID {
    /// The prefix of the uids of password accounts.
    package static let numberedPrefix = "simplelogin:"

    /// Returns the name of a provider in the first generations; `nil` for providers that they did not support.
    static func version3Name(of provider: ProviderID) -> String? {
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
