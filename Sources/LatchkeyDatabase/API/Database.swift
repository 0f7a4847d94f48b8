import Foundation
import LatchkeyTree
import Synchronization

/// A realtime database.
///
/// Methods return immediately and can be called from any thread. Observers see writes before the server has confirmed them. Completion
/// blocks and observers are called on the main actor, in order.
public final class Database: Sendable {
    let repo: Repo
    private let settings: Mutex<Settings>

    private struct Settings {
        var isPersistenceEnabled = false
        /// The URL of the root without a trailing slash.
        var baseURL: String
        /// The query of each location's URL, including the question mark.
        var urlQuery: String

        init(url: String) {
            let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            baseURL = parts.first.map(String.init) ?? ""
            while baseURL.hasSuffix("/") { baseURL.removeLast() }
            urlQuery = parts.count > 1 ? "?\(parts[1])" : ""
        }
    }

    /// Creates a database.
    ///
    /// - Parameters:
    ///   - connection: The connection to the server.
    ///   - url: The URL of the root. Its query is appended to the URLs of all locations.
    ///   - environment: The dependencies. The journal is requested on first use if ``isPersistenceEnabled`` was set before.
    init(connection: any ServerConnection, url: String, environment: Repo.Environment = Repo.Environment()) {
        settings = Mutex(Settings(url: url))
        repo = Repo(connection: connection, environment: environment)
    }

    var baseURL: String { settings.withLock { $0.baseURL } }
    var urlQuery: String { settings.withLock { $0.urlQuery } }

    /// Changes the URL of the database.
    func move(to url: String) {
        let moved = Settings(url: url)
        settings.withLock { ($0.baseURL, $0.urlQuery) = (moved.baseURL, moved.urlQuery) }
    }

    /// Whether the database has been used. Some settings must be made before.
    var isInUse: Bool { repo.read { $0.isStarted } }

    /// Whether unconfirmed writes are stored on disk and sent when the app runs again. Set it before the database is first used; later it
    /// has no effect. Data that was read is not stored. A write is stored before observers see it.
    ///
    /// A write is only sent as the user that made it. A write from an earlier run waits until that user signs in, and is dropped if another
    /// user signs in. If the response to a write was lost, the write is executed again, including increments.
    public var isPersistenceEnabled: Bool {
        get { settings.withLock { $0.isPersistenceEnabled } }
        set {
            if isInUse, newValue != isPersistenceEnabled {
                repo.environment.warn("Set isPersistenceEnabled before the database is first used. The change has no effect now.")
            }
            settings.withLock { $0.isPersistenceEnabled = newValue }
        }
    }

    /// Returns a reference to the root.
    public func reference() -> DatabaseReference {
        DatabaseReference(database: self, location: Location(path: .root))
    }

    /// Returns a reference to the location at a path relative to the root.
    ///
    /// If the path is invalid, each use of the reference fails with an error that contains the reason.
    public func reference(withPath path: String) -> DatabaseReference {
        reference().child(path)
    }

    /// Returns a reference to the location with a URL, which must belong to this database.
    ///
    /// If the URL is invalid, each use of the reference fails with an error that contains the reason.
    public func reference(fromURL url: String) -> DatabaseReference {
        let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let place = parts.first.map(String.init) ?? ""
        // Decodes each part separately: a percent-encoded slash is not a separator, and keys cannot contain slashes.
        let keys = place.dropFirst(baseURL.count).split(separator: "/").map(\.removingPercentEncoding)
        guard place == baseURL || place.hasPrefix(baseURL + "/"), parts.count < 2 || "?\(parts[1])" == urlQuery,
            keys.allSatisfy({ $0?.utf8.contains(UInt8(ascii: "/")) == false })
        else {
            return DatabaseReference(
                database: self, location: Location(path: .root),
                problem: "\(url) is not a URL of this database: its URLs begin with \(baseURL)/, and keys are percent-encoded.")
        }
        return reference(withPath: keys.compactMap(\.self).joined(separator: "/"))
    }

    /// Disconnects until you call ``goOnline()``. Observers still see the writes of the app.
    public func goOffline() { repo.goOffline() }

    /// Reconnects after ``goOffline()``.
    public func goOnline() { repo.goOnline() }

    /// Shuts down the database because its app was deleted.
    func end() {
        repo.end("The app of this database was deleted.")
    }

    /// Cancels all unconfirmed writes: their completion blocks receive an error, and observers see the previous data.
    public func purgeOutstandingWrites() { repo.purgeOutstandingWrites() }
}
