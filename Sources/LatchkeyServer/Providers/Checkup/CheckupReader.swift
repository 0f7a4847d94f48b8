import LatchkeyIdentity
import LatchkeyOAuth

/// Who reads what a checkup found: they are told how to mend it with what they have at hand.
public enum CheckupReader: Sendable {
    /// At a terminal.
    case command
    /// At the provider's page in the console.
    case page

    var apiOrigin: String { isPage ? "the address of the programming interface" : "--api-origin" }

    /// For “Copy both again, and …”.
    func storing(_ configuration: ProviderConfiguration) -> String {
        isPage ? "save them here" : "store them: " + command(configuration)
    }

    func naming(_ what: String, _ configuration: ProviderConfiguration) -> String {
        isPage ? "Write \(what) into the field Issuer." : "Name \(what): \(command(configuration)) --issuer URL"
    }

    /// What went wrong. A page does not show what another server wrote: who may look at it need not be who may look there.
    func detail(of error: OAuthError) -> String {
        isPage || error.detail.isEmpty ? error.code.rawValue : error.detail
    }

    /// For an address that the server does not call. A page does not show the addresses of names in the server's own network.
    func addressRefused(_ error: OAuthError) -> String {
        isPage ? "its address is in the server's own network, which the server does not call" : error.detail
    }

    func allowingTarget(_ error: OAuthError) -> String? {
        isPage ? "The operator allows it with --allow-private-targets when starting the server." : error.hint
    }

    /// What to try with GitHub's address.
    var gitHubAddress: String {
        isPage
            ? "Check the address: github.com's own is https://api.github.com."
            : "Check the address: --enterprise-host settles it for an Enterprise server, and github.com's own is https://api.github.com."
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
