import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// The public addresses that apps are configured with.
struct AppAddresses: Sendable {
    let server: PublicAddress
    /// The address of the database; empty if only a reverse proxy knows it.
    let database: PublicAddress

    /// Returns the URL of a project's default database, or `nil` if it is unknown.
    func databaseURL(of project: ProjectID) -> String? {
        guard !database.url.isEmpty else { return nil }
        return project == .standard ? database.url : database.url + "?ns=" + PercentEncoding.encode(project.rawValue)
    }
}
