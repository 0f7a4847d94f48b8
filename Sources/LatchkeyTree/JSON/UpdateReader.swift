/// An incremental reader of an update in JSON: an object with paths as names and new nodes as values, or null to remove a node.
///
/// A path may end in `.priority`. A path without a key is rejected, because it would replace all data with one member.
public struct UpdateReader: Sendable {
    private var tokenizer: JSONTokenizer<UpdateBuilder>

    /// Creates a reader.
    public init(limits: TreeLimits = .standard) {
        tokenizer = JSONTokenizer(
            handler: UpdateBuilder(limits: limits), maxDepth: limits.maxDepth + 3, maxTokenBytes: limits.maxStringBytes)
    }

    /// Reads the next bytes.
    ///
    /// - Throws: ``TreeError`` at the first invalid byte.
    public mutating func read(_ bytes: some Sequence<UInt8>) throws(TreeError) {
        try tokenizer.read(all: bytes)
    }

    /// Returns the members in the order of the text, after all bytes have been read.
    ///
    /// - Throws: ``TreeError`` if the JSON is incomplete.
    public mutating func finish() throws(TreeError) -> [(path: WritePath, node: Node)] {
        try tokenizer.finish()
        return tokenizer.handler.members
    }
}

extension NodeReader {
    /// Reads the next bytes.
    ///
    /// - Throws: ``TreeError`` at the first invalid byte.
    public mutating func read(_ bytes: some Sequence<UInt8>) throws(TreeError) {
        let outcome = bytes.withContiguousStorageIfAvailable { buffer in
            Result<Void, TreeError> { () throws(TreeError) in try read(buffer) }
        }
        if let outcome { return try outcome.get() }
        try read(ContiguousArray(bytes))
    }
}

extension JSONTokenizer {
    mutating func read(all bytes: some Sequence<UInt8>) throws(TreeError) {
        let outcome = bytes.withContiguousStorageIfAvailable { buffer in
            Result<Void, TreeError> { () throws(TreeError) in try read(buffer) }
        }
        if let outcome { return try outcome.get() }
        try read(all: ContiguousArray(bytes))
    }
}

/// The handler that builds a tree for each member.
private struct UpdateBuilder: JSONHandler {
    private var depth = 0
    private var path: WritePath?
    private var builder: NodeBuilder
    private(set) var members: [(path: WritePath, node: Node)] = []

    init(limits: TreeLimits) {
        builder = NodeBuilder(limits: limits)
    }

    mutating func beginObject() throws(TreeError) {
        depth += 1
        if depth > 1 { try builder.beginObject() }
    }

    mutating func endObject() throws(TreeError) {
        depth -= 1
        guard depth > 0 else { return }
        try builder.endObject()
        endMember()
    }

    mutating func beginArray() throws(TreeError) {
        guard depth > 0 else { throw .updateIsNoObject }
        depth += 1
        try builder.beginArray()
    }

    mutating func endArray() throws(TreeError) {
        depth -= 1
        try builder.endArray()
        endMember()
    }

    mutating func key(_ text: String) throws(TreeError) {
        if depth == 1 { path = try WritePath(member: text) } else { try builder.key(text) }
    }

    mutating func scalar(_ value: JSONScalar) throws(TreeError) {
        guard depth > 0 else { throw .updateIsNoObject }
        try builder.scalar(value)
        endMember()
    }

    private mutating func endMember() {
        guard depth == 1, let path else { return }
        members.append((path, builder.takeResult()))
        self.path = nil
    }
}
