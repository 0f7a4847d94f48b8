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
    let standardAPI: String
    let standardWeb: String
    private let hasScopes: Bool

    private static let maxClientIDBytes = 256
    private static let maxScopes = 50

    /// - Throws: ``AdminError`` for a provider that we do not know.
    init(_ text: String) throws {
        id = ProviderID(rawValue: text)
        switch id {
        case .twitter:
            standardAPI = Twitter.defaultAPIBase
            standardWeb = Twitter.defaultAPIBase
            hasScopes = false
        case .github:
            let standard = GitHub(client: OAuth2Client(id: "", secret: nil))
            standardAPI = standard.apiBase
            standardWeb = standard.webBase
            hasScopes = true
        default:
            throw AdminError("\(text) is no provider that Latchkey knows. Known are twitter.com and github.com.")
        }
    }

    /// The change with its addresses in the form in which they are kept.
    ///
    /// - Throws: ``AdminError`` for values that cannot be right.
    func checked(_ change: ProviderChange) throws -> ProviderChange {
        var change = change
        if let clientID = change.clientID {
            guard (1...Self.maxClientIDBytes).contains(clientID.utf8.count), clientID.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
                throw AdminError("The key has 1 to \(Self.maxClientIDBytes) ASCII characters and no blanks.")
            }
            guard change.secret != nil else {
                throw AdminError("A new key comes with a new secret: \(ProviderSecretSource.explanation)")
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
        change.apiOrigin = try change.apiOrigin.map { try Self.checkedAddress($0, option: "--api-origin") }
        change.webOrigin = try change.webOrigin.map { try Self.checkedAddress($0, option: "--web-origin") }
        if let scopes = change.scopes {
            guard hasScopes || scopes.isEmpty else { throw AdminError("\(id) knows no scopes: OAuth 1.0a has none.") }
            guard scopes.count <= Self.maxScopes, scopes.allSatisfy(Self.isScope) else {
                throw AdminError("Scopes are at most \(Self.maxScopes) words, separated by commas, without blanks and quotes.")
            }
        }
        return change
    }

    /// The present configuration with the change, or a new one.
    ///
    /// - Throws: ``AdminError`` when something is missing.
    func configuration(
        _ present: ProviderConfiguration?, project: ProjectID, _ change: ProviderChange, sealedSecret: SealedSecret?, at instant: Date
    ) throws -> ProviderConfiguration {
        guard var configuration = present else {
            guard let clientID = change.clientID, let sealedSecret else {
                throw AdminError("\(id) is not configured yet: give --key, and the secret. \(ProviderSecretSource.explanation)")
            }
            let api = change.apiOrigin ?? standardAPI
            return ProviderConfiguration(
                project: project, provider: id, enabled: true, clientID: clientID, sealedSecret: sealedSecret, apiOrigin: api,
                webOrigin: try change.webOrigin ?? webOrigin(with: api), scopes: change.scopes ?? [],
                trustedForTakeover: change.trustedForTakeover ?? false, updatedAt: instant)
        }
        configuration.clientID = change.clientID ?? configuration.clientID
        configuration.sealedSecret = sealedSecret ?? configuration.sealedSecret
        if let api = change.apiOrigin, api != configuration.apiOrigin {
            configuration.apiOrigin = api
            configuration.webOrigin = try change.webOrigin ?? webOrigin(with: api)
        } else {
            configuration.webOrigin = change.webOrigin ?? configuration.webOrigin
        }
        configuration.scopes = change.scopes ?? configuration.scopes
        configuration.trustedForTakeover = change.trustedForTakeover ?? configuration.trustedForTakeover
        configuration.updatedAt = instant
        return configuration
    }

    /// Where the pages are when only the programming interface was named.
    private func webOrigin(with api: String) throws -> String {
        if api == standardAPI { return standardWeb }
        // With Twitter both are one; where they differ a guess would send people to the wrong place.
        guard standardAPI == standardWeb else {
            throw AdminError("Where are the pages that belong to \(api)? Give --web-origin too, or --enterprise-host in place of both.")
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
