import LatchkeyIdentity
import LatchkeySecrets
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Whom ID tokens stood for when they were checked, for as long as nothing was written to the store of accounts: checking them again
/// would say the same. A client sends one token with all its requests for an hour, and a database is asked more often than people sign in.
final class KnownCallers: Sendable {
    /// A token, as far as it has to be told from others, at a project's databases.
    struct Key: Hashable {
        let token: Fingerprint
        let project: ProjectID
    }

    private struct Entry {
        let caller: DatabaseCaller
        /// The store's, from before the check.
        let revision: Int
    }

    private let entries = Mutex<[Key: Entry]>([:])
    /// Past that all are forgotten: who is still there is soon known again.
    private let maxCount: Int

    init(maxCount: Int = 4096) {
        self.maxCount = maxCount
    }

    /// - Parameter revision: the store's, now.
    func caller(_ key: Key, revision: Int, now: Date) -> DatabaseCaller? {
        entries.withLock { entries in
            guard let entry = entries[key] else { return nil }
            guard entry.revision == revision, entry.caller.expiresAt.map({ now < $0 }) ?? true else {
                entries[key] = nil
                return nil
            }
            return entry.caller
        }
    }

    /// - Parameter revision: the store's, from before the caller was checked.
    func remember(_ caller: DatabaseCaller, as key: Key, revision: Int) {
        entries.withLock { entries in
            if entries.count >= maxCount { entries = [:] }
            entries[key] = Entry(caller: caller, revision: revision)
        }
    }
}
