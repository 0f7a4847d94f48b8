/// Host names in settings: authorized domains, and targets in the own network.
package enum HostName {
    /// Returns the host name in the form that addresses are compared with: lower case, without scheme, port or wildcard.
    ///
    /// - Throws: ``SettingRefusal``.
    package static func checked(_ text: String) throws(SettingRefusal) -> String {
        let domain = text.lowercased()
        let isName = domain.utf8.allSatisfy { byte in
            (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        }
        guard !domain.isEmpty, domain.utf8.count <= 253, isName || domain == "[::1]", domain == "[::1]" || areLabels(domain) else {
            throw SettingRefusal(
                "\(text.prefix(300)) is not a host name. Write it like app.example.org, without https://, port, path or wildcard.")
        }
        return domain
    }

    /// Returns whether a name has valid DNS labels: 1 to 63 characters, with no hyphen at either end.
    private static func areLabels(_ name: String) -> Bool {
        name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
        }
    }
}
