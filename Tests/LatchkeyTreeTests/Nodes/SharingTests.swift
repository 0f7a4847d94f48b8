import Testing

@testable import LatchkeyTree

@Suite struct SharingTests {
    /// A thousand users, each with a name of 8 bytes and a picture of 100 bytes.
    private static let users: Node = {
        let picture = String(repeating: "p", count: 98)
        return (0..<1000).reduce(Node.empty) { node, number in
            let text = String(number)
            let user = #"{"name":"n\#(String(repeating: "0", count: 5 - text.count))\#(text)","picture":"\#(picture)"}"#
            guard let child = try? Node(json: Array(user.utf8)), let path = try? TreePath("users/u\(number)") else { return node }
            return node.setting(child, at: path)
        }
    }()

    private func path(_ text: String) throws -> TreePath { try TreePath(text) }

    @Test func equalVersionsShareAllBytes() throws {
        #expect(Self.users.unsharedBytes(with: Self.users) == 0)
        let same = Self.users.setting(.leaf(.string("n00007")), at: try path("users/u7/name"))
        #expect(Self.users.unsharedBytes(with: same) == 0)
    }

    @Test func smallChangeSharesNearlyAllBytes() throws {
        let changed = Self.users.setting(.leaf(.string("Ada")), at: try path("users/u7/name"))
        // The name with its entry and key (8 + 48 + 4), the objects on the path (3 × 48), their entries and keys (48 + 2, 48 + 5).
        #expect(Self.users.unsharedBytes(with: changed) == 60 + 144 + 50 + 53)
        let grown = Self.users.setting(.leaf(.boolean(true)), at: try path("more"))
        #expect(Self.users.unsharedBytes(with: grown) == 48, "what was added is not in this version")
        #expect(grown.unsharedBytes(with: Self.users) == 48 + 48 + 4 + 8)
    }

    @Test func removedNodesCountInFull() throws {
        let users = Self.users[try path("users")]
        #expect(Self.users.unsharedBytes(with: .empty) == Self.users.estimatedBytes)
        #expect(Self.users.unsharedBytes(with: Self.users.setting(.empty, at: try path("users"))) == Self.users.estimatedBytes)
        let one = users[try path("u7")]
        let without = users.setting(.empty, at: try path("u7"))
        #expect(users.unsharedBytes(with: without) == 48 + 48 + 2 + one.estimatedBytes)
    }

    @Test func theResultOfAQuerySharesItsChildren() throws {
        let users = Self.users[try path("users")]
        let result = Node(shown: SortedMap(sorted: ["u1", "u2", "u3"].map { (key($0), users[key($0)]) }))
        #expect(result.unsharedBytes(with: users) == 48)
        let changed = users.setting(.empty, at: try path("u2"))
        #expect(result.unsharedBytes(with: changed) == 48 + 48 + 2 + users[try path("u2")].estimatedBytes)
    }

    @Test func furtherObjectsCountInFull() throws {
        let changed = try (0..<1000).reduce(Self.users) { $0.setting(.leaf(.boolean(true)), at: try path("users/u\($1)/name")) }
        let exact = Self.users.unsharedBytes(with: changed)
        let bounded = Self.users.unsharedBytes(with: changed, maxObjects: 502)
        // 500 users are compared; for each of the others the picture counts too (100 + 48 + 7).
        #expect(bounded == exact + 500 * 155)
    }
}
