import LatchkeyTree
import LatchkeyWeb

extension Turns {
    /// Works on a tree: at once if it is small, otherwise in a turn off the connection's thread.
    func take<T>(for node: Node, _ body: () throws -> T) async rethrows -> T {
        guard Self.isLarge(node.estimatedBytes) else { return try body() }
        return try await takeElsewhere(body)
    }
}
