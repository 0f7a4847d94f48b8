import LatchkeyOAuth

/// Where a decision that was made without a browser leads.
public enum SandboxApproval: Sendable, Equatable {
    /// The address that the browser would be sent to: the callback with its result.
    case redirect(String)
    /// The form that the browser would send to the callback: `response_mode=form_post`.
    case post(String, form: [String: String])
    /// The PIN that the page would show.
    case pin(String)
    /// There is nowhere to go: a device was answered, or somebody said no to an application without callback.
    case finished(isAllowed: Bool)
}

extension SandboxState {
    /// Decides about an authorisation as a person, without a page.
    ///
    /// Throws ``SandboxError`` when the address is none of an authorisation page, and for whatever the page would refuse.
    ///
    /// - Parameters:
    ///   - address: What the application would open: `/oauth/authenticate`, `/oauth/authorize`, `/login/oauth/authorize`,
    ///     `/i/oauth2/authorize` or `/openid/authorize`, with its query; scheme and host matter only for the issuer of an ID token.
    ///   - personKey: Who decides.
    ///   - allows: False for saying no.
    ///   - withheld: Scopes that are not granted.
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
        case OAuth2Rules.openID.authorizePath, OAuth2Rules.x.authorizePath:
            let rules: OAuth2Rules = path == OAuth2Rules.x.authorizePath ? .x : .openID
            let consent = OAuth2Consent(state: self, rules: rules, base: base)
            do {
                let authorization = try consent.authorization(query)
                return Self.approval(try consent.decide(authorization, person: personKey, allows: allows, withheld: withheld))
            } catch OAuth2AuthorizationRefusal.leave(let back, _) {
                return Self.approval(back)
            } catch OAuth2AuthorizationRefusal.page(let text, _) {
                throw SandboxError(.invalidAuthorization, text)
            }
        default:
            throw SandboxError(
                .invalidAuthorization,
                "the address is none of /oauth/authenticate, /oauth/authorize, /login/oauth/authorize, "
                    + "/i/oauth2/authorize and /openid/authorize")
        }
    }

    /// Scheme and host for the issuer where no address was used to get here.
    var defaultBase: String {
        let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        return "http://\(host):\(configuration.port)"
    }

    private static func approval(_ back: OAuth2Return) -> SandboxApproval {
        if let address = back.address { return .redirect(address) }
        return .post(back.redirectURI, form: Dictionary(back.parameters.map { ($0.name, $0.value) }) { $1 })
    }

    /// Decides about a device that shows this code.
    ///
    /// Throws ``SandboxError`` when no device shows it.
    ///
    /// - Returns: Whether the device was let in.
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
        // What looks like a scheme may also stand in the query of a bare path.
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
