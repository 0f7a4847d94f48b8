/// Checks the names of certificates.
package enum DomainName {
    /// Returns why an authority cannot issue a certificate for a name with the challenges that the server answers; `nil` if it can.
    package static func problem(of name: String) -> String? {
        if name.hasPrefix("*.") { return "is a wildcard, which requires DNS challenges; list each name" }
        if name.utf8.contains(where: { $0 >= 0x80 }) { return "has letters beyond ASCII; use the form that begins with xn--" }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        if labels.count == 4, labels.allSatisfy({ UInt8($0) != nil }) || name.contains(":") { return "is an address and not a name" }
        let isName =
            name.utf8.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
            }
        return isName ? nil : "is not a host name"
    }
}
