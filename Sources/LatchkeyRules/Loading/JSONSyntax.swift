/// A JSON value in the text of rules, and its position.
struct JSONSyntax: Sendable {
    let content: Content
    let range: Range<Int>

    enum Content: Sendable {
        case object([Member])
        case array([JSONSyntax])
        case string(RuleText)
        case boolean(Bool)
        case number
        case null
    }

    struct Member: Sendable {
        let key: RuleText
        let value: JSONSyntax
    }

    /// The name of the value in messages.
    var name: String {
        switch content {
        case .object: "an object"
        case .array: "a list"
        case .string: "a string"
        case .boolean: "a boolean"
        case .number: "a number"
        case .null: "null"
        }
    }

    /// Writes the value as strict JSON, without comments and raw line breaks.
    func write(into text: inout String, source: SourceText) {
        switch content {
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                text += JSONText.quoted(member.key.text) + ":"
                member.value.write(into: &text, source: source)
            }
            text += "}"
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                element.write(into: &text, source: source)
            }
            text += "]"
        case .string(let content): text += JSONText.quoted(content.text)
        case .boolean(let value): text += value ? "true" : "false"
        case .number, .null: text += source.text(range)
        }
    }
}
