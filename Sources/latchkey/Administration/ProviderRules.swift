// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyServer

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a provider's configuration may say, and what it says unless told otherwise.
struct ProviderRules {
    let id: ProviderID
    let kind: ProviderKind

    var standardAPI: String { settings.api }
    var standardWeb: String { settings.web }
    private var settings: ProviderSettings { kind.settings }

    private static let maxClientIDBytes = 256
    private static let maxAcceptedClients = 50
    private static let maxScopes = 50

    /// - Throws: ``AdminError`` for a provider that we do not know.
    init(_ text: String) throws {
        id = ProviderID(rawValue: text)
        guard let kind = ProviderKind.named(id) else {
            throw AdminError(
                "\(text) is no provider that Latchkey knows. Known are \(ProviderKind.knownNames), where NAME has 1 to 64 lower-case "
                    + "letters, digits, hyphens and points.")
        }
        self.kind = kind
    }

    /// The change with its addresses in the form in which they are kept.
    ///
    /// - Throws: ``AdminError`` for values that cannot be right.
    func checked(_ change: ProviderChange) throws -> ProviderChange {
        var change = change
        if let clientID = change.clientID {
            guard Self.isClientID(clientID) else {
                throw AdminError("The key has 1 to \(Self.maxClientIDBytes) ASCII characters and no blanks.")
            }
            guard change.secret != nil || settings.secret != .required else {
                throw AdminError("A new key comes with a new secret: \(ProviderSecretSource.explanation)")
            }
        }
        if settings.secret == .privateKey, let secret = change.secret?.value {
            guard (try? AppleClientSecret(teamID: "", keyID: "", privateKey: secret)) != nil else {
                throw AdminError(
                    "The secret of \(id) is the private key of the developer team: the .p8 file, which begins with -----BEGIN.")
            }
        }
        if let host = change.enterpriseHost {
            guard id == .github else { throw AdminError("Only github.com has Enterprise servers.") }
            guard change.apiOrigin == nil, change.webOrigin == nil else {
                throw AdminError("An Enterprise host settles both addresses; leave --api-origin and --web-origin out.")
            }
            guard let server = try? GitHub.enterprise(host: host, client: OAuth2Client(id: "", secret: nil)) else {
                throw AdminError("\(host) is no host name. Write it like git.example.com, without https:// and path.")
            }
            change.apiOrigin = server.apiBase
            change.webOrigin = server.webBase
        }
        if settings.isOpenID {
            guard change.webOrigin == nil, change.apiOrigin == nil || hasOwnAPI else {
                throw AdminError("\(id) speaks OpenID Connect: its addresses follow from --issuer.")
            }
        } else if change.issuer != nil || change.acceptedClientIDs != nil {
            throw AdminError("\(id) is no OpenID provider: it has neither --issuer nor --accept-clients.")
        }
        change.apiOrigin = try change.apiOrigin.map { try Self.checkedAddress($0, option: "--api-origin") }
        change.webOrigin = try change.webOrigin.map { try Self.checkedAddress($0, option: "--web-origin") }
        // Kept as it is, with or without a slash: issuers are compared byte for byte.
        if let issuer = change.issuer { _ = try Self.checkedAddress(issuer, option: "--issuer") }
        try change.acceptedClientIDs.map(checkAccepted)
        try change.parameters.map(checkParameters)
        if let scopes = change.scopes {
            guard settings.scopes || scopes.isEmpty else { throw AdminError("\(id) knows no scopes: OAuth 1.0a has none.") }
            guard scopes.count <= Self.maxScopes, scopes.allSatisfy(Self.isScope) else {
                throw AdminError("Scopes are at most \(Self.maxScopes) words, separated by commas, without blanks and quotes.")
            }
        }
        return change
    }

    /// The present configuration with the change, or a new one.
    ///
    /// - Parameter noSecret: What is kept for a client without one.
    /// - Throws: ``AdminError`` when something is missing.
    func configuration(
        _ present: ProviderConfiguration?, project: ProjectID, _ change: ProviderChange, sealedSecret: SealedSecret?,
        noSecret: SealedSecret, at instant: Date
    ) throws -> ProviderConfiguration {
        var configuration =
            try present ?? new(project: project, change, sealedSecret: sealedSecret, noSecret: noSecret, at: instant)
        if let sealedSecret {
            configuration.sealedSecret = sealedSecret
            configuration.parameters[.publicClient] = nil
        } else if present == nil || change.clientID.map({ $0 != configuration.clientID }) == true {
            // Another client's secret is of no use to this one.
            configuration.sealedSecret = noSecret
            configuration.parameters[.publicClient] = "true"
        }
        configuration.clientID = change.clientID ?? configuration.clientID
        if settings.isOpenID {
            configuration.issuer = change.issuer ?? configuration.issuer
            configuration.webOrigin = configuration.issuer ?? configuration.webOrigin
            configuration.apiOrigin = hasOwnAPI ? change.apiOrigin ?? configuration.apiOrigin : configuration.webOrigin
        } else if let api = change.apiOrigin, api != configuration.apiOrigin {
            configuration.apiOrigin = api
            configuration.webOrigin = try change.webOrigin ?? webOrigin(with: api)
        } else {
            configuration.webOrigin = change.webOrigin ?? configuration.webOrigin
        }
        configuration.scopes = change.scopes ?? configuration.scopes
        configuration.acceptedClientIDs = change.acceptedClientIDs ?? configuration.acceptedClientIDs
        for (name, value) in change.parameters ?? [:] { configuration.parameters[ProviderParameter(rawValue: name)] = value }
        configuration.trustedForTakeover = change.trustedForTakeover ?? configuration.trustedForTakeover
        configuration.updatedAt = instant
        try checkWhole(configuration)
        return configuration
    }

    private func new(
        project: ProjectID, _ change: ProviderChange, sealedSecret: SealedSecret?, noSecret: SealedSecret, at instant: Date
    ) throws -> ProviderConfiguration {
        var issuer = change.issuer
        if issuer == nil, case .standard(let standard) = settings.issuer { issuer = standard }
        guard issuer != nil || settings.issuer == .none else {
            throw AdminError("\(id) is not configured yet: give --issuer, --key, and the secret unless it is a public client.")
        }
        guard let clientID = change.clientID, sealedSecret != nil || settings.secret != .required else {
            throw AdminError("\(id) is not configured yet: give --key, and the secret. \(ProviderSecretSource.explanation)")
        }
        let api = change.apiOrigin ?? (hasOwnAPI || !settings.isOpenID ? standardAPI : issuer ?? standardAPI)
        return ProviderConfiguration(
            project: project, provider: id, enabled: true, clientID: clientID, sealedSecret: sealedSecret ?? noSecret, apiOrigin: api,
            webOrigin: try issuer ?? change.webOrigin ?? webOrigin(with: api), trustedForTakeover: settings.trustedForTakeover,
            issuer: issuer, updatedAt: instant)
    }

    /// An OpenID provider that answers at another address than its issuer's too.
    private var hasOwnAPI: Bool { settings.isOpenID && settings.api != settings.web }

    /// What must be there together.
    private func checkWhole(_ configuration: ProviderConfiguration) throws {
        if settings.secret == .privateKey, !configuration.isPublicClient {
            guard configuration.parameters[.teamID] != nil, configuration.parameters[.keyID] != nil else {
                throw AdminError("The private key of \(id) needs --team-id and --key-id beside it.")
            }
        }
    }

    private func checkAccepted(_ ids: [String]) throws {
        guard ids.count <= Self.maxAcceptedClients, ids.allSatisfy(Self.isClientID) else {
            throw AdminError(
                "--accept-clients takes at most \(Self.maxAcceptedClients) client ids of at most \(Self.maxClientIDBytes) ASCII characters."
            )
        }
    }

    private func checkParameters(_ parameters: [String: String]) throws {
        for (name, value) in parameters {
            let parameter = ProviderParameter(rawValue: name)
            guard settings.parameters.contains(parameter) else { throw AdminError("\(id) has no --\(name).") }
            switch parameter {
            case .responseType:
                guard OpenIDClient.ResponseType(rawValue: value) != nil else {
                    throw AdminError("--response-type is code or id_token.")
                }
            case .tenant:
                guard MicrosoftTenant.isValid(value) else {
                    throw AdminError("--tenant is the directory's id in lower case, or common, organizations or consumers.")
                }
            default:
                guard (1...64).contains(value.utf8.count), value.utf8.allSatisfy(\.isLetterOrDigit) else {
                    throw AdminError("--\(name) has 1 to 64 letters and digits, as Apple's developer pages show it.")
                }
            }
        }
    }

    private static func isClientID(_ text: String) -> Bool {
        (1...maxClientIDBytes).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    }

    /// Where the pages are when only the programming interface was named.
    private func webOrigin(with api: String) throws -> String {
        if api == standardAPI { return standardWeb }
        // With Twitter both are one; where they differ a guess would send people to the wrong place.
        guard standardAPI == standardWeb else {
            let host = id == .github ? ", or --enterprise-host in place of both" : ""
            throw AdminError("Where are the pages that belong to \(api)? Give --web-origin too\(host).")
        }
        return api
    }

    private static func checkedAddress(_ text: String, option: String) throws -> String {
        let refusal = AdminError("\(option) \(text) is no address of a provider. Write it like https://api.example.com.")
        guard let request = try? ProviderRequest(method: .get, url: text), request.head.path?.contains("?") == false, !text.contains("#"),
            let scheme = request.head.scheme, let authority = request.head.authority
        else {
            throw refusal
        }
        guard scheme == "https" || AddressRange.isLoopback(ofURL: "\(scheme)://\(authority)") else {
            throw AdminError("\(option) \(text) would carry secrets in the clear. Use https; http is for this machine only.")
        }
        var address = scheme + "://" + authority + (request.head.path ?? "")
        while address.hasSuffix("/") { address.removeLast() }
        return address
    }

    private static func isScope(_ text: String) -> Bool {
        // RFC 6749, section 3.3.
        !text.isEmpty && text.utf8.count <= 256 && text.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != 0x22 && $0 != 0x5c }
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: false
        }
    }
}
