import LatchkeyIdentity

/// A language that Latchkey has templates in, with the words of every kind of message.
struct MessageLanguage: Sendable {
    /// The words of one kind of message. In `text`, empty lines separate paragraphs, and the link and the code are each a paragraph.
    struct Words: Sendable {
        let subject: String
        /// The label of the button that opens the link.
        let action: String?
        let text: String

        init(_ subject: String, action: String? = nil, _ text: String) {
            self.subject = subject
            self.action = action
            self.text = text
        }
    }

    /// The language tag (BCP 47).
    let tag: String
    /// The first paragraph of every mail.
    let greeting: String
    let words: [OutboxMessage.Kind: Words]

    static let all: [MessageLanguage] = [.english, .german, .french, .spanish, .arabic]

    static func named(_ tag: String) -> MessageLanguage? { all.first { $0.tag == tag } }

    /// Whether a language is written from right to left: Arabic, and languages that projects may add.
    static func isRightToLeft(_ tag: String) -> Bool {
        ["ar", "arc", "ckb", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"].contains(String(tag.prefix { $0 != "-" }))
    }

    /// Returns the first requested language and its broader tags, best match first (RFC 4647, section 3.4): `de-at` and `de` for
    /// `de-AT, en;q=0.5`.
    static func candidates(for requested: String?) -> [String] {
        guard let requested, requested.utf8.count <= 256 else { return [] }
        let first = requested.prefix { $0 != "," && $0 != ";" }
        var parts = first.lowercased().filter { $0 != " " }.split { $0 == "-" || $0 == "_" }
        var candidates: [String] = []
        while !parts.isEmpty {
            candidates.append(parts.joined(separator: "-"))
            parts.removeLast()
        }
        return candidates
    }
}
