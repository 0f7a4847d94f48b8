// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyOAuth

/// Where a decision that was made without a browser leads.
public enum SandboxApproval: Sendable, Equatable {
    /// The address that the browser would be sent to: the callback with its result.
    case redirect(String)
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
    ///   - address: What the application would open: `/oauth/authenticate`, `/oauth/authorize` or `/login/oauth/authorize`,
    ///     with its query; scheme and host do not matter.
    ///   - personKey: Who decides.
    ///   - allows: False for saying no.
    ///   - withheld: GitHub scopes that are not granted.
    public func decide(
        _ address: String, as personKey: String, allows: Bool = true, withholding withheld: Set<String> = []
    ) throws -> SandboxApproval {
        let (path, query) = try Self.split(address)
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
            throw SandboxError(
                .invalidAuthorization,
                "the address is none of /oauth/authenticate, /oauth/authorize and /login/oauth/authorize")
        }
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

    private static func split(_ address: String) throws -> (path: String, query: FormParameters) {
        guard address.utf8.count <= 8192 else { throw SandboxError(.invalidAuthorization, "the address is too long") }
        var rest = Substring(address)
        if let scheme = rest.firstRange(of: "://") {
            rest = rest[scheme.upperBound...]
            rest = rest[(rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex)...]
        }
        let parts = rest.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = parts.first, let query = try? FormParameters(formEncoded: parts.count == 2 ? String(parts[1]) : "")
        else { throw SandboxError(.invalidAuthorization, "the address cannot be read") }
        return (String(path), query)
    }
}
