import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// Where apps find what they ask.
struct AppAddresses: Sendable {
    let server: PublicAddress
    /// Empty where only a proxy in front knows it.
    let database: PublicAddress

    /// The address of a project's own database; nil where it is not known.
    func databaseURL(of project: ProjectID) -> String? {
        guard !database.url.isEmpty else { return nil }
        return project == .standard ? database.url : database.url + "?ns=" + PercentEncoding.encode(project.rawValue)
    }
}
