package import LatchkeyIdentity
import LatchkeyOAuth

/// The page from which Firebase's JavaScript SDK started a sign-in, and how it waits for the result.
package struct WebReturn: Codable, Sendable, Equatable {
    /// For example `linkViaPopup`.
    package let authType: String
    /// Absent for a sign-in by redirect.
    package let eventID: String?
    package let apiKey: String
    package let appName: String
    /// The page's URL. The project authorizes its origin, and only this origin receives the result.
    package let url: String

    package var isPopup: Bool { Self.popups.contains(authType) }

    package static let popups: Set<String> = ["signInViaPopup", "linkViaPopup", "reauthViaPopup"]
    static let redirects: Set<String> = ["signInViaRedirect", "linkViaRedirect", "reauthViaRedirect"]
    package static let maxURLBytes = 4096
    static let maxAppNameBytes = 256

    /// Checks whether a sign-in may return to the page.
    ///
    /// - Throws: ``HandlerProblem``.
    package func check(for project: Project, publicAddress: PublicAddress) throws {
        guard let origin = WebOrigin(url) else { throw HandlerProblem("“redirectUrl” has to be an http or https address.") }
        guard origin.isAuthorized(by: project.authorizedDomains) else {
            throw HandlerProblem(
                "\(origin.text) is not authorized: the project's authorized domains do not list \(origin.host), or it is neither https nor"
                    + " of this machine. `latchkey projects set --add-authorized-domain` adds a domain.", code: "auth/unauthorized-domain")
        }
        guard isPopup || publicAddress.maySharePages(with: origin) else {
            throw HandlerProblem(
                "Browsers keep apart what pages of different sites store, so a sign-in by redirect that begins at \(origin.text) would be lost"
                    + " on its way back from \(publicAddress.url). Use a popup, or \(Self.remedy(for: origin, publicAddress)).",
                code: "auth/web-storage-unsupported", back: url)
        }
    }

    /// Describes how to bring the page and this server onto one site. On one machine, only their host names differ.
    private static func remedy(for origin: WebOrigin, _ publicAddress: PublicAddress) -> String {
        guard let own = WebOrigin(publicAddress.url), AddressRange.isLoopback(ofURL: origin.text),
            AddressRange.isLoopback(ofURL: publicAddress.url), own.scheme == origin.scheme
        else {
            return "give this server an address under the app's own domain"
        }
        let address = own.text.replacing("//" + own.host, with: "//" + origin.host)
        return "start this server with --public-url \(address), or open the app at \(own.host)"
    }
}

extension PublicAddress {
    /// Whether a page of one origin in a frame of the other sees the same storage: same scheme, and same registrable domain.
    ///
    /// The last two labels are used as the registrable domain instead of the Public Suffix List. Where that is too lenient (`co.uk`), the
    /// browser decides.
    fileprivate func maySharePages(with origin: WebOrigin) -> Bool {
        guard let own = WebOrigin(url), own.scheme == origin.scheme else { return false }
        if own.host == origin.host { return true }
        let (ours, theirs) = (Self.site(of: own.host), Self.site(of: origin.host))
        return ours != nil && ours == theirs
    }

    private static func site(of host: String) -> String? {
        let labels = host.split(separator: ".")
        // The last label of an IP address is a number, which no top-level domain is.
        guard labels.count >= 2, let last = labels.last, !last.allSatisfy(\.isNumber), !host.hasPrefix("[") else { return nil }
        return labels.suffix(2).joined(separator: ".")
    }
}
