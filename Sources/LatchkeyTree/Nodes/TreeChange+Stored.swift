extension TreeChange {
    /// The parts of a stored change besides its path.
    package var stored: (isPriority: Bool, json: [UInt8]) {
        switch self {
        case .set(_, let node): (false, node.jsonBytes(.export))
        case .setPriority(_, let priority): (true, priority.node.jsonBytes(.export))
        }
    }

    /// Decodes a stored change.
    ///
    /// - Throws: `TreeError` if it is not valid.
    package init(path: String, isPriority: Bool, json: some Sequence<UInt8>) throws(TreeError) {
        try self.init(at: try TreePath(path), isPriority: isPriority, json: json)
    }

    /// Decodes a stored change of a location.
    ///
    /// - Throws: `TreeError` if it is not valid.
    package init(at path: TreePath, isPriority: Bool, json: some Sequence<UInt8>) throws(TreeError) {
        let node = try Node(json: json, limits: .stored)
        self = isPriority ? .setPriority(path, try Priority(node)) : .set(path, node)
    }
}
