import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// What a link or a form of the action page says, as far as it goes without the store.
struct ActionRequest {
    let mode: ActionLink.Mode
    let code: Secret<String>
    let apiKey: String
    let texts: ActionTexts
    /// As the link gave it; nobody has checked it.
    let uncheckedContinueURL: String?
    let tenant: String?
    /// Whether a form says "this was not me".
    let denies: Bool
    let newPassword: Secret<String>

    init(_ query: QueryParameters) {
        mode = ActionLink.Mode(rawValue: query["mode"] ?? "")
        code = Secret(query["oobCode"] ?? "")
        apiKey = query["apiKey"] ?? ""
        texts = .matching(query["lang"])
        uncheckedContinueURL = query["continueUrl"].unlessEmpty
        tenant = query["tenantId"].unlessEmpty
        denies = query["answer"] == "no"
        newPassword = Secret(query["newPassword"] ?? "")
    }

    /// Where the person may be sent afterwards: a host of the project, or our own sign-in page. Anybody can write a link.
    func continueURL(for project: Project, publicAddress: String) -> String? {
        guard let url = uncheckedContinueURL else { return nil }
        let page = publicAddress + "/sign-in"
        if url == page || url.hasPrefix(page + "?") || url.hasPrefix(page + "/email-link?") { return url }
        return (try? ActionCodeSettings.check(url, for: project)) == nil ? nil : url
    }

    /// What the page asks; `nil` for a mode that it does not know.
    var question: ActionTexts.Question? {
        switch mode {
        case .resetPassword: texts.resetPassword
        case .verifyEmail: texts.verifyEmail
        case .verifyAndChangeEmail: texts.changeEmail
        case .recoverEmail: texts.recoverEmail
        case .disownEmail: texts.disownEmail
        case .revertSecondFactor: texts.revertSecondFactor
        default: nil
        }
    }

    /// Whether a code is one for this page.
    func fits(_ kind: OneTimeCode.Kind) -> Bool {
        if mode == .disownEmail { return kind == .disownEmail || kind == .verifyEmail || kind == .verifyAndChangeEmail }
        return kind.mode == mode
    }

    /// The app's page with everything that it needs to sign in.
    ///
    /// Parameters of the app's own query that have the name of one of ours are left out: the requester of the mail chose that query.
    static func signInURL(at continueURL: String, _ link: ActionLink) -> String {
        adding(link.query, to: continueURL) { reserved.contains($0.lowercased()) }
    }

    /// A URL with further parameters at the end of its query.
    ///
    /// - Parameter isReplaced: Whether a parameter of the URL's own query is left out.
    static func adding(_ query: String, to url: String, replacing isReplaced: (String) -> Bool) -> String {
        let halves = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let parts = halves[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let own = (parts.count == 2 ? parts[1].split(separator: "&") : []).filter { pair in
            guard let name = (try? QueryParameters(formEncoded: String(pair)))?.first?.name else { return false }
            return !isReplaced(name)
        }
        let whole = (own.map(String.init) + [query]).joined(separator: "&")
        return parts[0] + "?" + whole + (halves.count == 2 ? "#" + halves[1] : "")
    }

    private static let reserved: Set<String> = [
        "mode", "oobcode", "apikey", "lang", "languagecode", "continueurl", "tenantid", "link", "deep_link_id",
    ]
}
