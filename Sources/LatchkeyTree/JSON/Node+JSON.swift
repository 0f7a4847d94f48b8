extension Node {
    /// The form in which a tree is written.
    public enum JSONForm: Sendable {
        /// The form that apps see: without priorities, and with arrays for objects that mostly have small integers as keys.
        case plain
        /// A lossless form, which databases exchange: with `.priority` and `.value` where needed, and without arrays.
        case export
        /// The value of a leaf, or the keys of an object, each with `true`.
        case shallow
    }

    /// Returns the tree as JSON.
    public func json(_ form: JSONForm = .plain) -> String {
        var writer = JSONWriter()
        writer.append(self, form)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Returns the tree as JSON in UTF-8.
    public func jsonBytes(_ form: JSONForm = .plain) -> [UInt8] {
        var writer = JSONWriter()
        writer.append(self, form)
        return writer.bytes
    }
}

extension JSONWriter {
    /// Appends a tree.
    public mutating func append(_ node: Node, _ form: Node.JSONForm) {
        switch node {
        case .empty: append(text: "null")
        case .leaf(let value): append(leaf: value)
        case .rankedLeaf(let leaf):
            guard form == .export else { return append(leaf: leaf.value) }
            append(text: "{\".value\":")
            append(leaf: leaf.value)
            append(text: ",\".priority\":")
            append(priority: leaf.priority)
            append(text: "}")
        case .object(let object):
            if form == .plain, let count = object.arrayCount {
                append(arrayOf: object, count: count)
            } else {
                append(object: object, form)
            }
        }
    }

    private mutating func append(object: ObjectNode, _ form: Node.JSONForm) {
        append(text: "{")
        var isFirst = true
        if form == .export, !object.priority.isNone {
            append(text: "\".priority\":")
            append(priority: object.priority)
            isFirst = false
        }
        for (key, child) in object.children {
            if !isFirst { append(text: ",") }
            isFirst = false
            append(quoting: key.text)
            append(text: ":")
            if form == .shallow { append(text: "true") } else { append(child, form) }
        }
        append(text: "}")
    }

    private mutating func append(arrayOf object: ObjectNode, count: Int) {
        append(text: "[")
        var next = 0
        for (key, child) in object.children {
            while next < key.number ?? 0 {
                append(text: "null,")
                next += 1
            }
            append(child, .plain)
            next += 1
            if next < count { append(text: ",") }
        }
        append(text: "]")
    }

    mutating func append(scalar value: JSONScalar) {
        switch value {
        case .null: append(text: "null")
        case .boolean(let value): append(leaf: .boolean(value))
        case .number(let value): append(number: value)
        case .string(let value): append(quoting: value)
        }
    }

    mutating func append(leaf value: LeafValue) {
        switch value {
        case .boolean(let value): if value { append(text: "true") } else { append(text: "false") }
        case .number(let value): append(number: value)
        case .string(let value): append(quoting: value)
        case .serverValue(let value): append(serverValue: value)
        }
    }

    private mutating func append(serverValue value: ServerValue) {
        switch value {
        case .timestamp: append(text: "{\".sv\":\"timestamp\"}")
        case .increment(let number):
            append(text: "{\".sv\":{\"increment\":")
            append(number: number)
            append(text: "}}")
        }
    }

    mutating func append(priority: Priority) {
        switch priority {
        case .none: append(text: "null")
        case .number(let value): append(number: value)
        case .string(let value): append(quoting: value)
        case .serverValue(let value): append(serverValue: value)
        }
    }
}

extension ObjectNode {
    /// The number of elements if the object is shown as an array, otherwise nil. It is an array if all keys are non-negative integers in
    /// canonical form and more than half of the elements exist.
    public var arrayCount: Int? {
        var largest: Int32 = -1
        // Integer keys come first, so the last key decides for nearly every object.
        for (key, _) in children.reversed() {
            guard let number = key.number, number >= 0, key.text == "0" || !key.text.hasPrefix("0"), !key.text.hasPrefix("-") else {
                return nil
            }
            largest = max(largest, number)
            guard Int(largest) < 2 * children.count else { return nil }
        }
        return Int(largest) + 1
    }
}
