import LatchkeyIdentity
import LatchkeyOAuth

/// The audience of a provider check. It determines which details are shown and which fixes are suggested.
public enum CheckupReader: Sendable {
    /// A user of the command line.
    case command
    /// A user of the provider's page in the console.
    case page

    var apiOrigin: String { isPage ? "the address of the API" : "--api-origin" }

    /// For “Copy both again, and …”.
    func storing(_ configuration: ProviderConfiguration) -> String {
        isPage ? "save them here" : "store them: " + command(configuration)
    }

    func naming(_ what: String, _ configuration: ProviderConfiguration) -> String {
        isPage ? "Write \(what) into the field Issuer." : "Name \(what): \(command(configuration)) --issuer URL"
    }

    /// Returns the details of an error. A page omits text from other servers, because its users may not have access to those servers.
    func detail(of error: OAuthError) -> String {
        isPage || error.detail.isEmpty ? error.code.rawValue : error.detail
    }

    /// Returns the details for an address that the server refuses to call. A page omits resolved addresses of the server's own network.
    func addressRefused(_ error: OAuthError) -> String {
        isPage ? "its address is in the server's own network, which the server does not call" : error.detail
    }

    func allowingTarget(_ error: OAuthError) -> String? {
        isPage ? "The operator allows it with --allow-private-targets when starting the server." : error.hint
    }

    /// The suggested fix for a wrong GitHub address.
    var gitHubAddress: String {
        isPage
            ? "Check the address: github.com's is https://api.github.com."
            : "Check the address: --enterprise-host sets it for an Enterprise server, and github.com's is https://api.github.com."
    }

    private var isPage: Bool {
        switch self {
        case .page: true
        case .command: false
        }
    }

    private func command(_ configuration: ProviderConfiguration) -> String {
        "latchkey projects provider set \(configuration.provider) --project \(configuration.project) --key KEY --secret-file -"
    }
}
