/// Makes a tree from JSON that arrives in pieces: the body of a `PUT`, a file to import.
///
/// Elements of an array become children `0`, `1` and so on; members that are null are left out, and so are objects that have no
/// others; `.priority`, `.value` and `.sv` mean what they mean to Firebase.
public struct NodeReader: Sendable {
    private var tokenizer: JSONTokenizer<NodeBuilder>

    public init(limits: TreeLimits = .standard) {
        // A leaf may be written with three levels of its own: `{".value": {".sv": {"increment": 1}}}`.
        tokenizer = JSONTokenizer(
            handler: NodeBuilder(limits: limits), maxDepth: limits.maxDepth + 3, maxTokenBytes: limits.maxStringBytes)
    }

    /// - Throws: `TreeError` at the first byte that cannot be right.
    public mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(TreeError) {
        try tokenizer.read(bytes)
    }

    /// The tree, once everything was read.
    public mutating func finish() throws(TreeError) -> Node {
        try tokenizer.finish()
        return tokenizer.handler.result
    }
}

extension Node {
    /// The tree that a JSON text describes.
    ///
    /// - Throws: `TreeError`, which says where and why it is none.
    public init(json text: some Sequence<UInt8>, limits: TreeLimits = .standard) throws(TreeError) {
        var reader = NodeReader(limits: limits)
        // A closure would lose the type of the error.
        func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Result<Void, TreeError> {
            Result { () throws(TreeError) in try reader.read(bytes) }
        }
        try (text.withContiguousStorageIfAvailable(read) ?? ContiguousArray(text).withUnsafeBufferPointer(read)).get()
        self = try reader.finish()
    }
}
