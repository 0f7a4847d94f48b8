/// The JSON text of a tree in chunks, for trees with a text that is too large for memory.
///
/// Each chunk except for the last has at least the requested size, and exceeds it by at most one member. Changes of the tree in the
/// meantime have no effect: the text is that of the version passed to the initializer.
public struct JSONChunks: Sequence, IteratorProtocol, Sendable {
    private let form: Node.JSONForm
    private let chunkBytes: Int
    private var writer = JSONWriter()
    private var levels: [Level] = []
    /// The node before the first chunk, then nil.
    private var root: Node?
    /// The printer that adds white space to the compact text.
    private var printer: JSONTokenizer<JSONPrettyPrinter>?

    /// An object or array that is not closed yet.
    private struct Level {
        var children: SortedMap<ChildKey, Node>.Iterator
        var isFirst: Bool
        /// The index of the next element of an array; nil for an object.
        var nextIndex: Int?
    }

    /// Creates the chunks of a tree.
    ///
    /// - Parameters:
    ///   - node: The tree.
    ///   - form: The form of the JSON.
    ///   - isPretty: Whether each member is on its own line, indented by two spaces per level.
    ///   - chunkBytes: The minimum size of a chunk, before white space is added.
    public init(_ node: Node, _ form: Node.JSONForm = .plain, isPretty: Bool = false, chunkBytes: Int = 64 * 1024) {
        root = node
        self.form = form
        self.chunkBytes = chunkBytes
        if isPretty { printer = JSONTokenizer(handler: JSONPrettyPrinter(), maxDepth: .max, maxTokenBytes: .max) }
    }

    /// Whether the last chunk was returned.
    public var isAtEnd: Bool { root == nil && levels.isEmpty }

    /// Returns the next chunk, or nil at the end.
    public mutating func next() -> [UInt8]? {
        guard !isAtEnd else { return nil }
        if let node = root {
            root = nil
            begin(node)
        }
        while !levels.isEmpty, writer.bytes.count < chunkBytes { writeMember() }
        return printer == nil ? writer.take() : printed()
    }

    private mutating func printed() -> [UInt8] {
        let bytes = writer.take()
        // The text is valid JSON from the writer, so reading it does not fail.
        do throws(TreeError) {
            try printer?.read(all: bytes)
            if levels.isEmpty { try printer?.finish() }
        } catch {
            return bytes
        }
        return printer?.handler.take() ?? []
    }

    private mutating func begin(_ node: Node) {
        guard case .object(let object) = node else { return writer.append(node, form) }
        if form == .plain, object.arrayCount != nil {
            writer.append(text: "[")
            levels.append(Level(children: object.children.makeIterator(), isFirst: true, nextIndex: 0))
            return
        }
        writer.append(text: "{")
        let hasPriority = form == .export && !object.priority.isNone
        if hasPriority {
            writer.append(text: "\".priority\":")
            writer.append(priority: object.priority)
        }
        levels.append(Level(children: object.children.makeIterator(), isFirst: !hasPriority))
    }

    private mutating func writeMember() {
        let last = levels.count - 1
        guard let (key, child) = levels[last].children.next() else {
            if levels[last].nextIndex == nil { writer.append(text: "}") } else { writer.append(text: "]") }
            levels.removeLast()
            return
        }
        separate()
        guard var index = levels[last].nextIndex else {
            writer.append(quoting: key.text)
            writer.append(text: ":")
            if form == .shallow { writer.append(text: "true") } else { begin(child) }
            return
        }
        while index < key.number ?? 0 {
            writer.append(text: "null,")
            index += 1
        }
        levels[last].nextIndex = index + 1
        begin(child)
    }

    private mutating func separate() {
        if !levels[levels.count - 1].isFirst { writer.append(text: ",") }
        levels[levels.count - 1].isFirst = false
    }
}
