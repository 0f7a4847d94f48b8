// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// Addresses that somebody else's document sends us to.
enum WebEndpoint {
    /// The address, when secrets may travel there: `https`, or `http` on this machine while the issuer is there too.
    ///
    /// Throws ``OAuthError`` with code ``OAuthError/Code/malformedReply``.
    static func checked(_ url: String, named name: String, localAllowed: Bool) throws -> String {
        guard let address = try? WebAddress(url), !url.contains("#") else {
            throw OAuthError(.malformedReply, detail: "the provider's \(name) is no absolute web address")
        }
        let isLocal = isLoopback(address)
        // An issuer elsewhere has no business with this machine's own servers.
        guard isLocal ? localAllowed : address.scheme == "https" else {
            throw OAuthError(.malformedReply, detail: "the provider's \(name) is neither https nor beside its issuer on this machine")
        }
        return url
    }

    /// Whether an address is one of this machine.
    static func isOfThisMachine(_ url: String) -> Bool {
        (try? WebAddress(url)).map(isLoopback) ?? false
    }

    private static func isLoopback(_ address: WebAddress) -> Bool {
        if address.authority.hasPrefix("[") { return address.authority.hasPrefix("[::1]") }
        let host = address.authority.prefix { $0 != ":" }
        if host == "localhost" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }
}
