/// An incremental reader of a tree in JSON, for example the body of a `PUT` request or a file to import.
///
/// Elements of an array become children `0`, `1` and so on. Members that are null are left out, and so are objects without other members.
/// `.priority`, `.value` and `.sv` have the same meaning as in Firebase.
public struct NodeReader: Sendable {
    private var tokenizer: JSONTokenizer<NodeBuilder>

    /// Creates a reader.
    public init(limits: TreeLimits = .standard) {
        // A leaf may have three more levels: `{".value": {".sv": {"increment": 1}}}`.
        tokenizer = JSONTokenizer(
            handler: NodeBuilder(limits: limits), maxDepth: limits.maxDepth + 3, maxTokenBytes: limits.maxStringBytes)
    }

    /// Reads the next bytes.
    ///
    /// - Throws: ``TreeError`` at the first invalid byte.
    public mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(TreeError) {
        try tokenizer.read(bytes)
    }

    /// Returns the tree after all bytes have been read.
    ///
    /// - Throws: ``TreeError`` if the JSON is incomplete.
    public mutating func finish() throws(TreeError) -> Node {
        try tokenizer.finish()
        return tokenizer.handler.result
    }
}

extension Node {
    /// Parses a tree in JSON.
    ///
    /// - Throws: ``TreeError`` with the position and the problem.
    public init(json text: some Sequence<UInt8>, limits: TreeLimits = .standard) throws(TreeError) {
        var reader = NodeReader(limits: limits)
        // A closure would erase the type of the error.
        func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Result<Void, TreeError> {
            Result { () throws(TreeError) in try reader.read(bytes) }
        }
        try (text.withContiguousStorageIfAvailable(read) ?? ContiguousArray(text).withUnsafeBufferPointer(read)).get()
        self = try reader.finish()
    }
}
