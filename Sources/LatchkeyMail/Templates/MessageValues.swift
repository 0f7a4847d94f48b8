import LatchkeyIdentity

/// The values of template tags, sanitized: one line each, without format characters that reverse or hide the text after them.
struct MessageValues: Sendable {
    private(set) var texts: [String: String] = [:]

    /// The names that a template may use.
    static let names: Set<String> = ["project", "displayName", "email", "newEmail", "link", "denyLink", "code", "address", "time"]

    private static let maxNameCharacters = 40
    private static let maxCharacters = 2048

    /// Creates the values of a message.
    ///
    /// - Parameter isRightToLeft: Whether names and addresses get bidirectional isolates, so that they do not change places with their
    ///   neighbors.
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

    /// Returns a display name that is safe to print, or `nil`.
    ///
    /// Users choose their display name, and can sign up with the address of another user, so the name could carry any text to that
    /// user. A name that is long, or that a mail client might turn into a link, is left out.
    static func personName(_ text: String) -> String? {
        let name = line(text)
        guard !name.isEmpty, name.count <= maxNameCharacters, !name.contains(where: { "/\\:@<>#?=".contains($0) }) else { return nil }
        // `evil.example` is a link; `J. R. R. Tolkien` and `St.Exupéry` are names with a dot. The last one is left out too.
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
            // Mustache escapes characters, not scalars, so it would not escape a quotation mark with a combining accent.
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

    /// Whether a scalar is a format character, except the two joiners, which Persian names and family emoji need.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .format && scalar.value != 0x200c && scalar.value != 0x200d
    }
}
