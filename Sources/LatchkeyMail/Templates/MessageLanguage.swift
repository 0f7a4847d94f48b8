import LatchkeyIdentity

/// A language that messages are written in, with the words of every kind of message.
struct MessageLanguage: Sendable {
    /// One kind of message. `text` has paragraphs between empty lines; the link and the code have one to themselves.
    struct Words: Sendable {
        let subject: String
        /// What is written on the button that opens the link.
        let action: String?
        let text: String

        init(_ subject: String, action: String? = nil, _ text: String) {
            self.subject = subject
            self.action = action
            self.text = text
        }
    }

    /// BCP 47.
    let tag: String
    /// The first paragraph of every mail.
    let greeting: String
    let words: [OutboxMessage.Kind: Words]

    static let all: [MessageLanguage] = [.english, .german, .french, .spanish, .arabic]

    static func named(_ tag: String) -> MessageLanguage? { all.first { $0.tag == tag } }

    /// Whether a language is written from right to left: Arabic, and those that projects may add.
    static func isRightToLeft(_ tag: String) -> Bool {
        ["ar", "arc", "ckb", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"].contains(String(tag.prefix { $0 != "-" }))
    }

    /// What is asked for and what is broader, best first (RFC 4647, section 3.4): `de-at` and `de` for `de-AT, en;q=0.5`.
    static func candidates(for asked: String?) -> [String] {
        guard let asked, asked.utf8.count <= 256 else { return [] }
        let first = asked.prefix { $0 != "," && $0 != ";" }
        var parts = first.lowercased().filter { $0 != " " }.split { $0 == "-" || $0 == "_" }
        var candidates: [String] = []
        while !parts.isEmpty {
            candidates.append(parts.joined(separator: "-"))
            parts.removeLast()
        }
        return candidates
    }
}
