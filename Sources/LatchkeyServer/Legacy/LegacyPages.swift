import HTTPTypes
import LatchkeyIdentity
import LatchkeyWeb

/// Which pages in a browser are answered: scripts of the project's own.
///
/// Here a GET makes accounts, sends mails and guesses passwords, and that is what any page can make its visitors' browsers send: with a
/// picture, a link or a script of its own. No page can forge the two headers that browsers add; programs send neither of them.
///
/// Browsers send neither with a picture or a link where they are older than 2023, and today's where the address is plain http and not
/// this machine. Then `Referer` says where the page is, unless the page withholds it: only TLS closes that gap.
enum LegacyPages {
    private static let fetchMode = HTTPField.Name("sec-fetch-mode")
    /// What a script sends. Everything else is embedded, or somebody was led here.
    private static let ofScripts: Set<String> = ["cors", "same-origin"]

    /// - Throws: ``LegacyRefusal`` with `INVALID_ORIGIN`.
    static func check(_ headers: HTTPFields, for project: Project) throws {
        let mode = Self.fetchMode.flatMap { headers[$0] }
        if let mode, !ofScripts.contains(mode) {
            throw LegacyRefusal(.invalidOrigin, "A page may ask this with a script, and neither embed it nor lead to it.")
        }
        // A script of the server's own origin names its mode and no origin.
        guard let from = headers[.origin] ?? (mode == nil ? headers[.referer] : nil) else { return }
        guard let page = WebOrigin(from), page.isAuthorized(by: project.authorizedDomains) else {
            throw LegacyRefusal(.invalidOrigin, "Pages of this origin may not sign in here: the project does not list their domain.")
        }
    }
}
