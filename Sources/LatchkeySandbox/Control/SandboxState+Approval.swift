import LatchkeyOAuth

/// The result of a decision that was made without a browser.
public enum SandboxApproval: Sendable, Equatable {
    /// The redirect to the callback, with the result.
    case redirect(String)
    /// The form `POST` to the callback, for `response_mode=form_post`.
    case post(String, form: [String: String])
    /// The PIN that the page would display.
    case pin(String)
    /// No further step: a device was approved or denied, or the person denied an application without a callback.
    case finished(isAllowed: Bool)
}

extension SandboxState {
    /// Approves or denies an authorization as a person, without a page.
    ///
    /// Throws ``SandboxError`` when the URL is not that of an authorization page, and for all errors that the page would show.
    ///
    /// - Parameters:
    ///   - address: The URL of the provider's page that the application would open, with its query; scheme and host matter only for the
    ///     issuer of an ID token.
    ///   - personKey: The person that decides.
    ///   - allows: Whether to grant access.
    ///   - withheld: The scopes that are not granted.
    public func decide(
        _ address: String, as personKey: String, allows: Bool = true, withholding withheld: Set<String> = []
    ) throws -> SandboxApproval {
        let (base, path, query) = try split(address)
        switch path {
        case "/oauth/authenticate", "/oauth/authorize":
            guard let token = query["oauth_token"] else {
                throw SandboxError(.invalidAuthorization, "the address has no oauth_token")
            }
            let outcome = try TwitterConsent(state: self).decide(token, person: personKey, allows: allows, path: path)
            switch outcome {
            case .leave(let address, _): return .redirect(address)
            case .pin(let pin): return .pin(pin)
            case .refused: return .finished(isAllowed: false)
            }
        case "/login/oauth/authorize":
            let consent = GitHubConsent(state: self)
            do {
                let authorization = try consent.authorization(query, path: path)
                return .redirect(
                    try consent.decide(
                        authorization, person: personKey, allows: allows, withheld: withheld, path: path
                    ).address)
            } catch GitHubAuthorizationRefusal.leave(let address, _) {
                return .redirect(address)
            } catch GitHubAuthorizationRefusal.page(let text, _) {
                throw SandboxError(.invalidAuthorization, text)
            }
        default:
            guard let rules = OAuth2Rules.all.first(where: { $0.authorizePath == path }) else {
                let pages = ["/oauth/authenticate", "/oauth/authorize", "/login/oauth/authorize"] + OAuth2Rules.all.map(\.authorizePath)
                throw SandboxError(.invalidAuthorization, "the address must be one of \(pages.joined(separator: ", "))")
            }
            let consent = OAuth2Consent(state: self, rules: rules, base: base)
            do {
                let authorization = try consent.authorization(query)
                return Self.approval(try consent.decide(authorization, person: personKey, allows: allows, withheld: withheld))
            } catch OAuth2AuthorizationRefusal.leave(let back, _) {
                return Self.approval(back)
            } catch OAuth2AuthorizationRefusal.page(let text, _) {
                throw SandboxError(.invalidAuthorization, text)
            }
        }
    }

    /// The base URL for the issuer when there is no request.
    var defaultBase: String {
        let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        return "http://\(host):\(configuration.port)"
    }

    private static func approval(_ back: OAuth2Return) -> SandboxApproval {
        if let address = back.address { return .redirect(address) }
        return .post(back.redirectURI, form: Dictionary(back.parameters.map { ($0.name, $0.value) }) { $1 })
    }

    /// Approves or denies the device with this user code.
    ///
    /// Throws ``SandboxError`` when there is no such device.
    ///
    /// - Returns: Whether the device was approved.
    @discardableResult
    public func decideDevice(
        userCode: String, as personKey: String, allows: Bool = true, withholding withheld: Set<String> = []
    ) throws -> Bool {
        try DeviceConsent(state: self).decide(
            userCode, person: personKey, allows: allows, withheld: withheld, path: "/login/device")
    }

    private func split(_ address: String) throws -> (base: String, path: String, query: FormParameters) {
        guard address.utf8.count <= 8192 else { throw SandboxError(.invalidAuthorization, "the address is too long") }
        var rest = Substring(address)
        var base = defaultBase
        // The query of a bare path may also contain text that looks like a scheme.
        if !rest.hasPrefix("/"), let scheme = rest.firstRange(of: "://") {
            rest = rest[scheme.upperBound...]
            rest = rest[(rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex)...]
            base = String(address[..<rest.startIndex])
        }
        let parts = rest.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = parts.first, let query = try? FormParameters(formEncoded: parts.count == 2 ? String(parts[1]) : "")
        else { throw SandboxError(.invalidAuthorization, "the address cannot be read") }
        return (base, String(path), query)
    }
}
