import LatchkeyTree

/// A child in the list of a node's children: a leaf with its value, or an object with how many children it has.
struct DataRow {
    let key: String
    let href: String
    /// JSON; nil for objects.
    let leaf: String?
    /// What value it is, for the style sheet.
    let kind: String
    /// Of objects.
    let children: String?
    let mayEdit: Bool
    /// About how much of a page it takes.
    let bytes: Int

    private static let maxCharacters = 160

    init(_ key: ChildKey, _ node: Node, href: String, mayEdit: Bool) {
        let text = node.value.map { ShownValue($0, upTo: Self.maxCharacters) }
        self.key = key.text
        self.href = href
        leaf = text?.json
        kind = text?.kind ?? "object"
        children = node.hasChildren ? ShownValue.count(node.childCount) : nil
        self.mayEdit = mayEdit
        bytes = 250 + 2 * href.utf8.count + 2 * ShownValue.pageBytes(key.text) + ShownValue.pageBytes(leaf ?? "")
    }
}

/// A leaf's value as JSON, cut where it is long.
struct ShownValue {
    let json: String
    let kind: String
    let isCut: Bool

    init(_ value: LeafValue, upTo maxCharacters: Int) {
        var isCut = false
        switch value {
        case .string(let text):
            kind = "string"
            var writer = JSONWriter()
            let beginning = text.unicodeScalars.prefix(maxCharacters)
            isCut = beginning.endIndex != text.unicodeScalars.endIndex
            writer.append(quoting: String(String.UnicodeScalarView(beginning)) + (isCut ? "…" : ""))
            json = String(decoding: writer.bytes, as: UTF8.self)
        case .boolean:
            kind = "boolean"
            json = Node(value).json()
        case .number, .serverValue:
            kind = "number"
            json = Node(value).json()
        }
        self.isCut = isCut
    }

    static func count(_ count: Int) -> String { count == 1 ? "1 child" : "\(count) children" }

    /// What a text takes in a page, where some signs are written as several.
    static func pageBytes(_ text: String) -> Int {
        text.utf8.reduce(0) { sum, byte in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "'"): sum + 6
            default: sum + 1
            }
        }
    }
}
