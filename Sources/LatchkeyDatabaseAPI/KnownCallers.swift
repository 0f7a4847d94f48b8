import Foundation
import LatchkeyIdentity
import LatchkeySecrets
import Synchronization

/// A cache of the callers that ID tokens identify.
///
/// Entries are valid until the account store is written to, because another check would have the same result until then. A client sends
/// the same token with all its requests for an hour, and database requests are more frequent than sign-ins.
///
/// Scope: one node. Writes of other nodes take effect after ``AccountStore/maxRevisionDelay`` at the latest.
final class KnownCallers: Sendable {
    /// The fingerprint of a token, and the project of the database.
    struct Key: Hashable {
        let token: Fingerprint
        let project: ProjectID
    }

    /// A caller whose token was checked.
    struct Known {
        let caller: DatabaseCaller
        /// The account and the session of the token; `nil` for a mock token, which has neither.
        let holder: SignedInCaller?
    }

    private struct Entry {
        let known: Known
        /// The revision of the store before the check.
        let revision: Int
    }

    private let entries = Mutex<[Key: Entry]>([:])
    /// The maximum number of entries. When it is reached, the cache is emptied; active clients are soon cached again.
    private let maxCount: Int

    init(maxCount: Int = 4096) {
        self.maxCount = maxCount
    }

    /// - Parameter revision: The current revision of the store.
    func known(_ key: Key, revision: Int, now: Date) -> Known? {
        entries.withLock { entries in
            guard let entry = entries[key] else { return nil }
            guard entry.revision == revision, entry.known.caller.expiresAt.map({ now < $0 }) ?? true else {
                entries[key] = nil
                return nil
            }
            return entry.known
        }
    }

    /// - Parameter revision: The revision of the store before the caller was checked.
    func remember(_ known: Known, as key: Key, revision: Int) {
        entries.withLock { entries in
            if entries.count >= maxCount { entries = [:] }
            entries[key] = Entry(known: known, revision: revision)
        }
    }
}
