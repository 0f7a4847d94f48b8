import LatchkeyTree

func node(_ json: String) -> Node {
    do { return try Node(json: json.utf8) } catch { preconditionFailure("\(json): \(error)") }
}

func path(_ text: String) -> TreePath {
    do { return try TreePath(text) } catch { preconditionFailure("\(text): \(error)") }
}
