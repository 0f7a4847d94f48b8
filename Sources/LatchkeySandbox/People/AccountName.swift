/// The syntax of the sandbox's keys and of the public names at the providers.
enum AccountName {
    static func isKey(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, ("a"..."z").contains(first), text.utf8.count <= 32 else { return false }
        return text.unicodeScalars.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "-" || $0 == "_" }
    }

    static func isScreenName(_ text: String) -> Bool {
        (1...15).contains(text.utf8.count) && text.unicodeScalars.allSatisfy { isAlphanumeric($0) || $0 == "_" }
    }

    static func isLogin(_ text: String) -> Bool {
        (1...39).contains(text.utf8.count) && text.unicodeScalars.allSatisfy { isAlphanumeric($0) || $0 == "-" }
            && !text.hasPrefix("-") && !text.hasSuffix("-") && !text.contains("--")
    }

    static func isSubject(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.unicodeScalars.allSatisfy { isAlphanumeric($0) || $0 == "-" }
    }

    /// Derives a name from any text: its ASCII letters and digits, or `person` if there are none.
    static func derived(from text: String, maxLength: Int) -> String {
        let letters = text.lowercased().unicodeScalars.filter(isAlphanumeric).prefix(maxLength)
        var name = ""
        name.unicodeScalars.append(contentsOf: letters)
        guard let first = name.unicodeScalars.first, ("a"..."z").contains(first) else {
            return String("person\(name)".prefix(maxLength))
        }
        return name
    }

    private static func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
    }
}
