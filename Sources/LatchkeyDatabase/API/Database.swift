import Foundation
import LatchkeyTree
import Synchronization

/// A database, and the way to it.
///
/// Calls return at once and may come from any thread; what is written is shown to observers before the server has confirmed it.
/// Completions and observers are called on the main actor, in order.
public final class Database: Sendable {
    let repo: Repo
    private let settings: Mutex<Settings>

    private struct Settings {
        var isPersistenceEnabled = false
        /// Without a slash at the end.
        var baseURL: String
        /// What stands behind a place in its URL, with the question mark.
        var urlQuery: String

        init(url: String) {
            let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            baseURL = parts.first.map(String.init) ?? ""
            while baseURL.hasSuffix("/") { baseURL.removeLast() }
            urlQuery = parts.count > 1 ? "?\(parts[1])" : ""
        }
    }

    /// - Parameters:
    ///   - url: of the root. What follows a question mark stays behind every place of it.
    ///   - environment: its journal is asked for when the database is first used, if ``isPersistenceEnabled`` was set until then.
    init(connection: any ServerConnection, url: String, environment: Repo.Environment = Repo.Environment()) {
        settings = Mutex(Settings(url: url))
        repo = Repo(connection: connection, environment: environment)
    }

    var baseURL: String { settings.withLock { $0.baseURL } }
    var urlQuery: String { settings.withLock { $0.urlQuery } }

    /// Has another URL from now on.
    func move(to url: String) {
        let moved = Settings(url: url)
        settings.withLock { ($0.baseURL, $0.urlQuery) = (moved.baseURL, moved.urlQuery) }
    }

    /// Whether it is too late for what has to be said before the database is first used.
    var isInUse: Bool { repo.read { $0.isStarted } }

    /// Whether writes that the server has not answered are kept on disk and sent when the app runs again. Set it before the database is
    /// first used; later it changes nothing. What was read is not kept. A write is on disk before observers are shown it.
    ///
    /// A write is sent as whoever made it, or not at all: what an earlier run left waits until that person is signed in, and is dropped when
    /// another one is. One whose answer was lost is done twice, also by an increment.
    public var isPersistenceEnabled: Bool {
        get { settings.withLock { $0.isPersistenceEnabled } }
        set {
            if isInUse, newValue != isPersistenceEnabled {
                repo.environment.warn("isPersistenceEnabled has to be set before the database is first used, and changes nothing now.")
            }
            settings.withLock { $0.isPersistenceEnabled = newValue }
        }
    }

    /// The root.
    public func reference() -> DatabaseReference {
        DatabaseReference(database: self, location: Location(path: .root))
    }

    /// A place by its path from the root.
    ///
    /// A path that can be none gives a reference whose every use fails with an error that says why.
    public func reference(withPath path: String) -> DatabaseReference {
        reference().child(path)
    }

    /// A place by its URL, which has to be one of this database.
    public func reference(fromURL url: String) -> DatabaseReference {
        let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let place = parts.first.map(String.init) ?? ""
        // Part by part: a slash that is percent-encoded is none between two keys, and no key has one.
        let keys = place.dropFirst(baseURL.count).split(separator: "/").map(\.removingPercentEncoding)
        guard place == baseURL || place.hasPrefix(baseURL + "/"), parts.count < 2 || "?\(parts[1])" == urlQuery,
            keys.allSatisfy({ $0?.utf8.contains(UInt8(ascii: "/")) == false })
        else {
            return DatabaseReference(
                database: self, location: Location(path: .root),
                problem: "\(url) is no URL of this database: they begin with \(baseURL)/, and their keys are percent-encoded.")
        }
        return reference(withPath: keys.compactMap(\.self).joined(separator: "/"))
    }

    /// Ends the connection until ``goOnline()``. Observers go on seeing what the app writes.
    public func goOffline() { repo.goOffline() }

    /// Connects again after ``goOffline()``.
    public func goOnline() { repo.goOnline() }

    /// The app of this database is gone.
    func end() {
        repo.end("The app of this database was deleted.")
    }

    /// Gives up all writes that the server has not answered: their completions get an error, and observers see what was there before.
    public func purgeOutstandingWrites() { repo.purgeOutstandingWrites() }
}
