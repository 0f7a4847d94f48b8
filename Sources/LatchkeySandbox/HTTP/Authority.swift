/// A host with an optional port, as in the `Host` header and in URLs.
struct Authority: Sendable, Equatable {
    /// The host in lower case, with an IPv6 address in brackets.
    let host: String
    let port: Int?

    init?(_ text: String, mayBeEmpty: Bool = false) {
        guard !text.contains("@"), text.utf8.count <= 260 else { return nil }
        var hostText = Substring(text)
        var portText: Substring?
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            hostText = text[...end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
            portText = rest.isEmpty ? nil : rest.dropFirst()
            guard hostText.dropFirst().dropLast().allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else { return nil }
        } else {
            if let colon = text.firstIndex(of: ":") {
                hostText = text[..<colon]
                portText = text[text.index(after: colon)...]
            }
            guard
                hostText.unicodeScalars.allSatisfy({
                    $0.isASCII && ($0.properties.isAlphabetic || "0123456789.-_".unicodeScalars.contains($0))
                })
            else { return nil }
        }
        guard mayBeEmpty || !hostText.isEmpty else { return nil }
        host = hostText.lowercased()
        guard let portText else {
            port = nil
            return
        }
        guard let number = Int(portText), (1...65535).contains(number), portText.allSatisfy(\.isNumber) else { return nil }
        port = number
    }

    var isLoopback: Bool { Self.isLoopback(host: host) }

    /// Returns whether a host is `localhost`, an address of 127.0.0.0/8, or `::1`.
    static func isLoopback(host: String) -> Bool {
        if host == "localhost" || host == "[::1]" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
