import LatchkeyAccountAPI
package import LatchkeyIdentity
import LatchkeyOAuth
package import LatchkeySecrets
package import LatchkeyWeb

/// The parameters of a link to the action page or of its form, parsed without the store.
package struct ActionRequest {
    package let mode: ActionLink.Mode
    package let code: Secret<String>
    package let apiKey: String
    let texts: ActionTexts
    /// The continue URL of the link, before any check.
    package let uncheckedContinueURL: String?
    package let tenant: String?
    /// Whether the user chose "this was not me".
    let denies: Bool
    package let newPassword: Secret<String>

    package init(_ query: QueryParameters) {
        mode = ActionLink.Mode(rawValue: query["mode"] ?? "")
        code = Secret(query["oobCode"] ?? "")
        apiKey = query["apiKey"] ?? ""
        texts = .matching(query["lang"])
        uncheckedContinueURL = query["continueUrl"].unlessEmpty
        tenant = query["tenantId"].unlessEmpty
        denies = query["answer"] == "no"
        newPassword = Secret(query["newPassword"] ?? "")
    }

    /// Returns the continue URL if it is on a host of the project or is this server's sign-in page. Links can be forged.
    func continueURL(for project: Project, publicAddress: String) -> String? {
        guard let url = uncheckedContinueURL else { return nil }
        let page = publicAddress + "/sign-in"
        if url == page || url.hasPrefix(page + "?") || url.hasPrefix(page + "/email-link?") || url.hasPrefix(page + "/sign-up?") {
            return url
        }
        return (try? ActionCodeSettings.check(url, for: project)) == nil ? nil : url
    }

    /// The texts of the page; `nil` for an unknown mode.
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

    /// Returns whether a code of this kind fits the mode of the page.
    func fits(_ kind: OneTimeCode.Kind) -> Bool {
        if mode == .disownEmail { return kind == .disownEmail || kind == .verifyEmail || kind == .verifyAndChangeEmail }
        return kind.mode == mode
    }

    /// Returns the URL of the app's page with the parameters that it needs to sign in.
    ///
    /// Query parameters with the name of a sign-in parameter are removed, because the requester of the email chose that query.
    static func signInURL(at continueURL: String, _ link: ActionLink) -> String {
        adding(link.query, to: continueURL) { reserved.contains($0.lowercased()) }
    }

    /// Returns a URL with parameters appended to its query.
    ///
    /// - Parameter isReplaced: Returns whether an existing query parameter is removed.
    package static func adding(_ query: String, to url: String, replacing isReplaced: (String) -> Bool) -> String {
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
