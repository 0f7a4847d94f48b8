package import LatchkeyIdentity
package import LatchkeyWeb

/// The public addresses that apps are configured with.
package struct AppAddresses: Sendable {
    private let basics: ServerBasics

    package init(_ basics: ServerBasics) { self.basics = basics }

    package var server: PublicAddress { basics.publicAddress }

    /// Returns the URL of a project's own database, or `nil` if it is unknown.
    package func databaseURL(of project: ProjectID) -> String? { databaseURL(named: project.rawValue) }

    /// Returns the URL of a database, or `nil` if it is unknown.
    package func databaseURL(named name: String) -> String? {
        basics.databaseAddress.url(of: name, standard: basics.standardProject)
    }
}
