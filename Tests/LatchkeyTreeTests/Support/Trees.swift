@testable import LatchkeyTree

func key(_ text: String) -> ChildKey { ChildKey(unchecked: text) }
func path(_ text: String) throws -> TreePath { try TreePath(text) }
func tree(_ json: String) throws -> Node { try Node(json: json.utf8) }

/// A copy of a tree without shared children: parsed again from its text.
func copy(_ node: Node) throws -> Node { try Node(json: node.jsonBytes(.export)) }
