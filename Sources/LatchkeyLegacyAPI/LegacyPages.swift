import HTTPTypes
import LatchkeyIdentity
import LatchkeyWeb

/// Restricts browser requests to scripts on pages of the project's authorized domains.
///
/// On these routes, a GET creates accounts, sends mails and checks passwords, and any page can make browsers send a GET with an image, a
/// link or a script. Pages cannot forge the two headers `Origin` and `Sec-Fetch-Mode`, which browsers add; programs send neither of them.
///
/// For images and links, browsers older than 2023 send neither header, and current browsers omit them if the URL is plain HTTP and not on
/// this machine. In these cases, `Referer` identifies the page unless the page suppresses it. Only TLS closes that gap.
enum LegacyPages {
    private static let fetchMode = HTTPField.Name("sec-fetch-mode")
    /// The modes of requests by scripts. Other modes are embedded resources and navigation.
    private static let ofScripts: Set<String> = ["cors", "same-origin"]

    /// Checks the headers of a request.
    ///
    /// - Throws: ``LegacyRefusal`` with `INVALID_ORIGIN`.
    static func check(_ headers: HTTPFields, for project: Project) throws {
        let mode = Self.fetchMode.flatMap { headers[$0] }
        if let mode, !ofScripts.contains(mode) {
            throw LegacyRefusal(.invalidOrigin, "Pages may send this request only from a script, and may not embed it or link to it.")
        }
        // A script of the server's own origin sends its mode and no `Origin`.
        guard let from = headers[.origin] ?? (mode == nil ? headers[.referer] : nil) else { return }
        guard let page = WebOrigin(from), page.isAuthorized(by: project.authorizedDomains) else {
            throw LegacyRefusal(.invalidOrigin, "Pages of this origin may not sign in here: the project does not list their domain.")
        }
    }
}
