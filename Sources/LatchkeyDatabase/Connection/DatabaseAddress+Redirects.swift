// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

extension DatabaseAddress {
    /// Where a server sends its clients; nil where they do not go.
    ///
    /// The token goes along. Who answers under the configured name with its certificate has got it anyway, and may send on to relatives of
    /// that name (`a.db.example.com`, or `b.example.com` beside `a.example.com`), as Firebase's servers do; a mistake in its settings still
    /// cannot hand tokens to strangers. In clear text anybody on the way may have written the redirect, so that only the port may change.
    ///
    /// - Parameter target: a host, with a port or without: then the port stays. The scheme stays in any case.
    func redirected(to target: String) -> DatabaseAddress? {
        var hasPort = false
        guard target.utf8.count <= 255, target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"/?#@\\%".utf8.contains($0) }),
            var other = try? DatabaseAddress((isSecure ? "https://" : "http://") + target, allowsInsecureHTTP: true)
        else { return nil }
        if let colon = target.lastIndex(of: ":"), !target.hasSuffix("]") { hasPort = target[colon...].count > 1 }
        if !hasPort { other.port = port }
        other.namespace = namespace
        guard other.host == host || (isSecure && Self.areRelated(host, other.host)) else { return nil }
        return other
    }

    private static func areRelated(_ one: String, _ other: String) -> Bool {
        guard isName(one), isName(other) else { return false }
        if one.hasSuffix(".\(other)") { return other.contains(".") }
        if other.hasSuffix(".\(one)") { return one.contains(".") }
        // A parent of two labels may be one under which everybody has a name, like co.uk. Whom it sends there the server decides.
        let parents = [one, other].map { $0.split(separator: ".").dropFirst() }
        return parents[0].count >= 2 && parents[0] == parents[1]
    }

    /// Numbers have no relatives.
    private static func isName(_ host: String) -> Bool {
        !host.contains(":") && !host.allSatisfy { $0.isNumber || $0 == "." }
    }
}
