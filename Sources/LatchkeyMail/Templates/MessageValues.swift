import LatchkeyIdentity

/// What templates fill in, made harmless: one line each, without characters that reverse or hide what follows.
struct MessageValues: Sendable {
    private(set) var texts: [String: String] = [:]

    /// Names that a template may use.
    static let names: Set<String> = ["project", "displayName", "email", "newEmail", "link", "denyLink", "code", "address", "time"]

    private static let maxNameCharacters = 40
    private static let maxCharacters = 2048

    /// - Parameter isRightToLeft: Names and addresses are set apart, so that they do not change places with their neighbours.
    init(project: String, recipient: String, content: MessageContent, isRightToLeft: Bool) {
        func apart(_ text: String) -> String { isRightToLeft ? "\u{2068}" + text + "\u{2069}" : text }
        texts["project"] = apart(Self.line(project))
        texts["email"] = apart(Self.line(content.email ?? recipient))
        texts["newEmail"] = content.newEmail.map { apart(Self.line($0)) }
        texts["displayName"] = content.displayName.flatMap(Self.personName).map(apart)
        texts["link"] = content.link.map(Self.line)
        texts["denyLink"] = content.denyLink.map(Self.line)
        texts["code"] = content.code.map(Self.line)
        texts["address"] = content.address.map { apart(Self.line($0)) }
        texts["time"] = content.time.map { apart(Self.line($0)) }
    }

    /// Whoever signs up chooses their name, and with somebody else's address could have us send them what they like. So a name that is
    /// long, or that a mail program might turn into a link, is left out.
    static func personName(_ text: String) -> String? {
        let name = line(text)
        guard !name.isEmpty, name.count <= maxNameCharacters, !name.contains(where: { "/\\:@<>#?=".contains($0) }) else { return nil }
        // `evil.example` is a link, `J. R. R. Tolkien` and `St.Exupéry` are names with a dot; the last is left out too.
        let words = name.split(separator: " ")
        guard words.allSatisfy({ !$0.dropLast().contains(".") || $0.split(separator: ".").allSatisfy { $0.count == 1 } }) else {
            return nil
        }
        return name
    }

    private static func line(_ text: String) -> String {
        var line = ""
        for character in text.prefix(maxCharacters) {
            guard let first = character.unicodeScalars.first else { continue }
            // Mustache escapes characters, not scalars: with an accent upon it a quotation mark is another character, and would pass.
            if "<>&\"'".unicodeScalars.contains(first) {
                line.unicodeScalars.append(first)
            } else {
                for scalar in character.unicodeScalars where !isHidden(scalar) {
                    line.unicodeScalars.append(scalar.steersMail ? " " : scalar)
                }
            }
        }
        return line.split(separator: " ").joined(separator: " ")
    }

    /// Format characters, except the two joiners that Persian names and families of emoji are written with.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .format && scalar.value != 0x200c && scalar.value != 0x200d
    }
}
