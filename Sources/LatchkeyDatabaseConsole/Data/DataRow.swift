import LatchkeyConsole
import LatchkeyTree

/// A row in the list of children: a leaf with its value, or an object with the number of its children.
struct DataRow {
    let key: String
    let href: String
    /// The value as JSON; `nil` for objects.
    let leaf: String?
    /// Whether the value is longer than `leaf`.
    let isCut: Bool
    /// The type of the value, for the style sheet.
    let kind: String
    /// The number of children as text; `nil` for leaves.
    let children: String?
    /// The priority as JSON; `nil` if there is none.
    let priority: String?
    let mayEdit: Bool
    /// The approximate size of the row on the page.
    let bytes: Int

    private static let maxCharacters = 160

    init(_ key: ChildKey, _ node: Node, href: String, mayEdit: Bool) {
        let text = node.value.map { ShownValue($0, upTo: Self.maxCharacters) }
        self.key = key.text
        self.href = href
        leaf = text?.json
        isCut = text?.isCut ?? false
        kind = text?.kind ?? "object"
        children = node.hasChildren ? ShownValue.count(node.childCount) : nil
        priority = ShownValue.priority(of: node)
        self.mayEdit = mayEdit
        bytes =
            400 + ShownValue.pageBytes(priority ?? "") + 2 * href.utf8.count + 2 * ShownValue.pageBytes(key.text)
            + ShownValue.pageBytes(leaf ?? "")
    }
}

/// The value of a leaf as JSON, truncated if it is long.
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

    private static let maxPriorityCharacters = 40

    /// Returns the priority of a node as JSON, truncated if it is long; `nil` if it has none.
    static func priority(of node: Node) -> String? {
        switch node.priority {
        case .none, .serverValue: nil
        case .number(let number): Node(.number(number)).json()
        case .string(let text): ShownValue(.string(text), upTo: maxPriorityCharacters).json
        }
    }

    static func count(_ count: Int) -> String { count == 1 ? "1 child" : "\(count) children" }

    /// Returns the size of a text on a page, including HTML escapes.
    static func pageBytes(_ text: String) -> Int {
        text.utf8.reduce(0) { sum, byte in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "'"): sum + 6
            default: sum + 1
            }
        }
    }
}
