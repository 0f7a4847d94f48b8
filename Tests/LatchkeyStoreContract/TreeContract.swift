package import LatchkeyTree

/// The required behavior of every store of trees, as a list of test cases.
///
/// Run all of them with your store:
///
/// ```swift
/// @Test(arguments: TreeContract.cases)
/// func keepsTheContract(_ behavior: TreeContract.Case) async throws {
///     try await behavior.check { projects in try MyTreeStore(projects: projects) }
/// }
/// ```
package enum TreeContract {
    /// All test cases; each one is checked with a new store.
    package static let cases: [Case] = databases + logs + snapshots + rules + leftWrites + removals

    /// The test cases of a store that several processes can open.
    package static let sharedCases: [Case] = cases + terms

    /// A test case.
    package struct Case: Sendable, CustomStringConvertible {
        /// The required behavior, as a sentence.
        package let sentence: String
        private let body: @Sendable (any TreeStore) async throws -> Void

        /// Creates a case whose store has the database `demo/shop`, with the rules `{}`.
        init(_ sentence: String, _ body: @escaping @Sendable (any TreeStore) async throws -> Void) {
            self.sentence = sentence
            self.body = body
        }

        /// The same as ``sentence``.
        package var description: String { sentence }

        /// Checks the behavior.
        ///
        /// - Parameter makeStore: Creates an empty store for exclusive use by this case, in which databases of the given projects can be
        ///   created.
        /// - Throws: ``ContractViolation`` when the store behaves differently, or any error of the store.
        package func check(_ makeStore: @Sendable (_ projects: [String]) async throws -> any TreeStore) async throws {
            let store = try await makeStore(["demo", "other"])
            try await store.make(.shop, rules: "{}")
            try await body(store)
        }
    }
}

extension DatabaseID {
    static let shop = DatabaseID(project: "demo", name: "shop")
    static let archive = DatabaseID(project: "demo", name: "archive")
    /// A database that no case creates.
    static let missing = DatabaseID(project: "demo", name: "missing")
}

extension TreeStore {
    /// Loads a database that must exist.
    func loaded(_ database: DatabaseID = .shop, file: String = #fileID, line: Int = #line) async throws -> StoredTree {
        try expectSome(try await load(database), file: file, line: line)
    }
}

extension TreeLogEntry {
    /// An entry that replaces the node at a path.
    init(_ sequence: Int64, _ path: String, _ json: String) throws {
        self.init(sequence: sequence, changes: [.set(try TreePath(path), try Node(json: json.utf8))])
    }
}
