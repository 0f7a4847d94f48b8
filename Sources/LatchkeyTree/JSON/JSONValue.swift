/// Any JSON, for messages that hold trees among other things. Members keep their order; of two with one name the last counts.
public enum JSONValue: Equatable, Sendable {
    case scalar(JSONScalar)
    case array([JSONValue])
    case object([(name: String, value: JSONValue)])

    /// The member of an object; nil for what has none of that name.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    public var string: String? {
        if case .scalar(.string(let text)) = self { text } else { nil }
    }

    public var number: Double? {
        if case .scalar(.number(let number)) = self { number } else { nil }
    }

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
    /// - Parameters:
    ///   - maxDepth: of objects and arrays within each other.
    ///   - limits: how long strings and how many values may be.
    /// - Throws: `TreeError` for what is no JSON, or beyond the limits.
    public init(json text: some Sequence<UInt8>, maxDepth: Int = 64, limits: TreeLimits = .standard) throws(TreeError) {
        var tokenizer = JSONTokenizer(
            handler: JSONValueBuilder(maxNodes: limits.maxNodes), maxDepth: maxDepth, maxTokenBytes: limits.maxStringBytes)
        try tokenizer.read(all: text)
        try tokenizer.finish()
        self = tokenizer.handler.result
    }
}

extension Node {
    /// The tree that a part of a message describes, as `init(json:)` reads it.
    public init(_ value: JSONValue, limits: TreeLimits = .standard) throws(TreeError) {
        var builder = NodeBuilder(limits: limits)
        try builder.take(value)
        self = builder.result
    }
}

extension NodeBuilder {
    /// A value cannot nest deeper than the reader let it.
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

/// The handler that keeps everything.
private struct JSONValueBuilder: JSONHandler {
    /// An array or object that is not at its end yet. Grows in place: a copy for each element would take time with their square.
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
