import LatchkeyIdentity

/// The origin of pages that an app shows under a scheme of its own, such as `capacitor://localhost`.
package struct AppOrigin {
    let text: String
    let host: String

    /// - Returns: `nil` for a scheme that web sites have, and for text that is not an origin.
    package init?(_ origin: String) {
        text = origin.lowercased()
        guard let mark = text.firstRange(of: "://") else { return nil }
        // RFC 3986, section 3.1.
        let scheme = text[..<mark.lowerBound].utf8
        guard let first = scheme.first, (0x61...0x7a).contains(first),
            scheme.allSatisfy({ (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }),
            !["http", "https"].contains(text[..<mark.lowerBound])
        else { return nil }
        let authority = text[mark.upperBound...]
        guard !authority.contains(where: { "/?#".contains($0) }), let parsed = WebOrigin("http://" + authority) else { return nil }
        host = parsed.host
    }
}
