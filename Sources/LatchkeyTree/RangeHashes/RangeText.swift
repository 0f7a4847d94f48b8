/// The text of a range of leaves that is hashed: `("key":(...),"other":(...))`.
///
/// Each range starts at the root and is balanced.
struct RangeText {
    private var text = ""
    /// The keys with an open parenthesis.
    private var open: [ChildKey] = []
    private var needsComma = false

    var isEmpty: Bool { text.isEmpty }
    var byteCount: Int { text.utf8.count }

    mutating func append(_ leaf: Node, at path: [ChildKey]) {
        if text.isEmpty { text = "(" }
        var shared = 0
        while shared < open.count, shared < path.count, open[shared] == path[shared] { shared += 1 }
        while open.count > shared { close() }
        for key in path[shared...] {
            if needsComma { text += "," }
            Self.quote(key.text, in: &text)
            text += ":("
            needsComma = false
            open.append(key)
        }
        text += leaf.rangeHashText
        needsComma = true
    }

    private mutating func close() {
        open.removeLast()
        text += ")"
        needsComma = true
    }

    /// The text with all parentheses closed; empty for a range without leaves.
    var finished: String {
        text.isEmpty ? "" : text + String(repeating: ")", count: open.count + 1)
    }

    static func quote(_ value: String, in text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            if scalar == "\\" || scalar == "\"" { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
        text += "\""
    }
}

extension Node {
    /// The text of a leaf as in the simple hash, but with quoted strings.
    fileprivate var rangeHashText: String {
        var text = ""
        switch priority {
        case .string(let value):
            text += "priority:string:"
            RangeText.quote(value, in: &text)
            text += ":"
        default: text += priority.hashText
        }
        guard let value else { return text }
        guard case .string(let string) = value else { return text + value.hashText }
        text += "string:"
        RangeText.quote(string, in: &text)
        return text
    }
}
