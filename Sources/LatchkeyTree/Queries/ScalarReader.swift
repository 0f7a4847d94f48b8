/// A reader of the flat objects and arrays in queries.
struct ScalarReader: JSONHandler {
    private var names: [String] = []
    private var values: [JSONScalar] = []
    private var isObject = false

    private static let maxMembers = 32

    mutating func beginObject() { isObject = true }
    mutating func key(_ text: String) { names.append(text) }
    mutating func endObject() {}
    mutating func beginArray() {}
    mutating func endArray() {}
    mutating func scalar(_ value: JSONScalar) throws(TreeError) {
        guard values.count < Self.maxMembers else { throw .size(maxBytes: 0) }
        values.append(value)
    }

    /// Parses an array of scalars; nil if the text is not one.
    static func array(_ text: String) -> [JSONScalar]? {
        guard let reader = read(text), !reader.isObject else { return nil }
        return reader.values
    }

    /// Parses an object of scalars; nil if the text is not one. If a name occurs more than once, the last member is used.
    static func object(_ text: some Sequence<UInt8>) -> [String: JSONScalar]? {
        guard let reader = read(text), reader.isObject, reader.names.count == reader.values.count else { return nil }
        return Dictionary(zip(reader.names, reader.values), uniquingKeysWith: { $1 })
    }

    private static func read(_ text: String) -> ScalarReader? { read(text.utf8) }

    private static func read(_ text: some Sequence<UInt8>) -> ScalarReader? {
        var tokenizer = JSONTokenizer(handler: ScalarReader(), maxDepth: 1, maxTokenBytes: TreeLimits.standard.maxStringBytes)
        let isRead = ContiguousArray(text).withUnsafeBufferPointer { bytes in
            do {
                try tokenizer.read(bytes)
                try tokenizer.finish()
                return true
            } catch {
                return false
            }
        }
        return isRead ? tokenizer.handler : nil
    }
}

extension SortValue {
    init(_ value: JSONScalar) {
        switch value {
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        case .number(let value): self = .number(value)
        case .string(let value): self = .string(value)
        }
    }

    /// The value as JSON; nil for objects.
    var scalar: JSONScalar? {
        switch self {
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .number(let value): .number(value)
        case .string(let value): .string(value)
        case .object: nil
        }
    }
}
