package import LatchkeyIdentity
package import LatchkeyOAuth
package import LatchkeySecrets

/// The site that the user returns to after signing in, with a one-time code that the site exchanges for a session.
package struct SiteReturn: Sendable {
    let url: String
    package let origin: WebOrigin
    /// The site's `state`, returned unchanged.
    let state: String?
    /// The SHA-256 of the site's PKCE verifier (RFC 7636). It is required, because a public site has no secret.
    package let challenge: Fingerprint
    private let challengeText: String

    package static let maxURLBytes = 2048
    static let maxStateBytes = 1024

    /// - Returns: `nil` without a `continueUrl`.
    /// - Throws: ``HandlerProblem``, with a text for the site's developer.
    package init?(_ query: SingleParameters, for project: Project) throws {
        guard let url = try query.text("continueUrl", upTo: Self.maxURLBytes) else { return nil }
        guard let origin = WebOrigin(url) else { throw HandlerProblem("“continueUrl” has to be an http or https address.") }
        guard origin.isAuthorized(by: project.authorizedDomains) else {
            throw HandlerProblem(
                "\(origin.text) is not authorized: the project's authorized domains do not list \(origin.host), or it is neither https nor"
                    + " of this machine. `latchkey projects set --add-authorized-domain` adds a domain.", code: "auth/unauthorized-domain")
        }
        guard let text = try query.text("code_challenge") else {
            throw HandlerProblem("“code_challenge” is missing: “continueUrl” needs the S256 challenge of RFC 7636.")
        }
        guard let digest = Base64URL.decodeCanonical(text), digest.count == 32 else {
            throw HandlerProblem("“code_challenge” has to be a SHA-256 in Base64 for URLs: 43 characters.")
        }
        guard ["S256", nil].contains(try query.text("code_challenge_method")) else {
            throw HandlerProblem("“code_challenge_method” has to be S256.")
        }
        self.url = url
        self.origin = origin
        state = try query.text("state", upTo: Self.maxStateBytes)
        challenge = Fingerprint(bytes: digest)
        challengeText = text
    }

    /// The parameters for the page's own URLs.
    package var pairs: [(String, String)] {
        [("continueUrl", url)] + (state.map { [("state", $0)] } ?? []) + [("code_challenge", challengeText)]
    }

    /// Returns the URL that delivers the code to the site. Removes `code` and `state` parameters of the site's own query.
    package func url(with code: Secret<String>) -> String {
        let halves = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let parts = halves[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let own = (parts.count == 2 ? parts[1].split(separator: "&") : []).filter { pair in
            guard let name = (try? Parameters(formEncoded: String(pair)))?.first?.name else { return false }
            return name != "code" && name != "state"
        }
        let added = ["code=" + PercentEncoding.encode(code.expose())] + (state.map { ["state=" + PercentEncoding.encode($0)] } ?? [])
        return parts[0] + "?" + (own.map(String.init) + added).joined(separator: "&") + (halves.count == 2 ? "#" + halves[1] : "")
    }
}

/// Query parameters that may each appear once.
package struct SingleParameters {
    package let query: Parameters

    package init(query: Parameters) {
        self.query = query
    }

    /// - Throws: ``HandlerProblem`` for a name that appears twice, or a value that is too long.
    package func text(_ name: String, upTo limit: Int = 512) throws -> String? {
        let values = query.values(of: name)
        guard values.count <= 1 else { throw HandlerProblem("“\(name)” appears more than once.") }
        guard let value = values.first, !value.isEmpty else { return nil }
        guard value.utf8.count <= limit else { throw HandlerProblem("“\(name)” is longer than \(limit) bytes.") }
        return value
    }
}
