/// Any JSON value, for messages that contain trees. Members keep their order. If a name occurs more than once, the last member is used.
public enum JSONValue: Equatable, Sendable {
    case scalar(JSONScalar)
    case array([JSONValue])
    case object([(name: String, value: JSONValue)])

    /// The member of an object with this name; nil if there is none or the value is not an object.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    /// The value as a string; nil for other types.
    public var string: String? {
        if case .scalar(.string(let text)) = self { text } else { nil }
    }

    /// The value as a number; nil for other types.
    public var number: Double? {
        if case .scalar(.number(let number)) = self { number } else { nil }
    }

    /// Whether both are equal, including the order of members.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.scalar(let left), .scalar(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.name == $1.name && $0.value == $1.value }
        default: false
        }
    }
}

extension JSONValue {
    /// Parses JSON.
    ///
    /// - Parameters:
    ///   - text: The JSON in UTF-8.
    ///   - maxDepth: The maximum nesting of objects and arrays.
    ///   - limits: The maximum length of strings and number of values.
    /// - Throws: ``TreeError`` if the text is not valid JSON or exceeds the limits.
    public init(json text: some Sequence<UInt8>, maxDepth: Int = 64, limits: TreeLimits = .standard) throws(TreeError) {
        var tokenizer = JSONTokenizer(
            handler: JSONValueBuilder(maxNodes: limits.maxNodes), maxDepth: maxDepth, maxTokenBytes: limits.maxStringBytes)
        try tokenizer.read(all: text)
        try tokenizer.finish()
        self = tokenizer.handler.result
    }
}

extension Node {
    /// Creates a tree from a JSON value, as `init(json:)` does from a text.
    ///
    /// - Throws: ``TreeError`` if the value is not a valid tree.
    public init(_ value: JSONValue, limits: TreeLimits = .standard) throws(TreeError) {
        var builder = NodeBuilder(limits: limits)
        try builder.take(value)
        self = builder.result
    }
}

extension NodeBuilder {
    /// Adds a value. The recursion is limited by the depth that the parser accepted.
    fileprivate mutating func take(_ value: JSONValue) throws(TreeError) {
        switch value {
        case .scalar(let scalar): try self.scalar(scalar)
        case .array(let elements):
            try beginArray()
            for element in elements { try take(element) }
            try endArray()
        case .object(let members):
            try beginObject()
            for (name, value) in members {
                try key(name)
                try take(value)
            }
            try endObject()
        }
    }
}

/// The handler that builds a value.
private struct JSONValueBuilder: JSONHandler {
    /// An array or object that is not closed yet. It grows in place, because a copy per element would take quadratic time.
    private struct Frame {
        let isObject: Bool
        var elements: [JSONValue] = []
        var members: [(name: String, value: JSONValue)] = []
        var key = ""
    }

    private var frames: [Frame] = []
    private(set) var result = JSONValue.scalar(.null)
    private let maxNodes: Int
    private var nodesLeft: Int

    init(maxNodes: Int) {
        self.maxNodes = maxNodes
        nodesLeft = maxNodes
    }

    mutating func beginObject() { frames.append(Frame(isObject: true)) }
    mutating func beginArray() { frames.append(Frame(isObject: false)) }
    mutating func endObject() throws(TreeError) { try end() }
    mutating func endArray() throws(TreeError) { try end() }

    mutating func key(_ text: String) { frames[frames.count - 1].key = text }

    mutating func scalar(_ value: JSONScalar) throws(TreeError) { try put(.scalar(value)) }

    private mutating func end() throws(TreeError) {
        let frame = frames.removeLast()
        try put(frame.isObject ? .object(frame.members) : .array(frame.elements))
    }

    private mutating func put(_ value: JSONValue) throws(TreeError) {
        guard nodesLeft > 0 else { throw .nodes(max: maxNodes) }
        nodesLeft -= 1
        let last = frames.count - 1
        guard last >= 0 else {
            result = value
            return
        }
        if frames[last].isObject {
            frames[last].members.append((frames[last].key, value))
        } else {
            frames[last].elements.append(value)
        }
    }
}
