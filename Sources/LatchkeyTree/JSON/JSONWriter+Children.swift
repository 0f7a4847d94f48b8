extension JSONWriter {
    /// Appends several paths and their nodes as one object.
    package mutating func append(_ children: [(path: String, node: Node)], _ form: Node.JSONForm) {
        append(raw: "{")
        for (index, child) in children.enumerated() {
            if index > 0 { append(raw: ",") }
            append(quoting: child.path)
            append(raw: ":")
            append(child.node, form)
        }
        append(raw: "}")
    }
}
