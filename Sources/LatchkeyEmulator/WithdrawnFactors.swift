import LatchkeyAccountAPI
import LatchkeyIdentity
import LatchkeyWire
import Synchronization

/// The accounts that withdrew their last second factor. `accounts:lookup` of Google's emulator returns an empty `mfaInfo` for them, and none
/// for accounts without a factor in other cases.
final class WithdrawnFactors: Sendable {
    private static let maxAccounts = 10_000

    private struct Key: Hashable {
        var realm: Realm
        var id: String
    }

    /// The creation dates of the accounts, because the UID of a deleted account can be used again.
    private let dates = Mutex<[Key: String]>([:])

    func note(_ account: Account) {
        dates.withLock { dates in
            if dates.count >= Self.maxAccounts { dates.removeAll() }
            dates[Key(realm: account.realm, id: account.id.rawValue)] = UserInfo(account).createdAt
        }
    }

    /// Removes an account, because its second factors were replaced.
    func forget(_ id: AccountID, in realm: Realm) {
        dates.withLock { $0[Key(realm: realm, id: id.rawValue)] = nil }
    }

    /// Returns the response to a lookup as Google's emulator sends it.
    func shown(_ reply: LookupReply, in project: ProjectID) -> LookupReply {
        var reply = reply
        reply.users = reply.users?.map { user in
            guard user.mfaInfo == nil, let id = user.localId else { return user }
            let realm = Realm(project: project, tenant: user.tenantId.map(TenantID.init(rawValue:)) ?? .none)
            guard let date = dates.withLock({ $0[Key(realm: realm, id: id)] }), date == user.createdAt else { return user }
            var user = user
            user.mfaInfo = []
            return user
        }
        return reply
    }
}
