public import LatchkeyTree

/// Firebase Realtime Database Security Rules, parsed once and evaluated for every operation.
public struct SecurityRules: Sendable {
    /// The text as written, with comments.
    public let text: String
    /// A short version of the text for display: eight hexadecimal digits.
    public let version: String
    /// Rules that are valid but probably not intended.
    public let warnings: [RulesProblem]
    /// Whether `.validate` rules above removed data must hold, where data remains.
    public var validatesRemovals = true
    /// The coverage that counts evaluations, or nil for no counting, which has no cost.
    public var coverage: RulesCoverage?

    let source: SourceText
    let syntax: JSONSyntax
    let rules: RuleNode
    /// The rules in the order of their IDs.
    let allRules: [Rule]

    /// Parses rules.
    ///
    /// - Parameter text: JSON with one key `rules`, at most 1 MiB. As in Firebase, it may have comments and line breaks in strings.
    /// - Throws: ``RulesError`` with all problems, or with the first one if the JSON itself is invalid.
    public init(_ text: String) throws(RulesError) {
        try self.init(text, acceptsMembersOfValues: false)
    }

    /// Parses rules that were saved earlier. They may use properties of `val()`, which ``init(_:)`` rejects.
    ///
    /// - Parameter text: The text as for ``init(_:)``.
    /// - Throws: ``RulesError``.
    public init(saved text: String) throws(RulesError) {
        try self.init(text, acceptsMembersOfValues: true)
    }

    private init(_ text: String, acceptsMembersOfValues: Bool) throws(RulesError) {
        var loader = try RulesLoader(text, acceptsMembersOfValues: acceptsMembersOfValues)
        rules = try loader.load()
        self.text = text
        version = Self.version(of: text)
        source = loader.source
        syntax = loader.syntax
        warnings = loader.warnings
        allRules = loader.allRules
    }

    /// Returns the 32-bit FNV-1a hash of a text.
    private static func version(of text: String) -> String {
        let hash = text.utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// The rules as strict JSON, without comments and line breaks in strings.
    public var strictText: String {
        var text = ""
        syntax.write(into: &text, source: source)
        return text
    }

    /// Decides a read of the data at a path.
    ///
    /// - Parameters:
    ///   - path: The location.
    ///   - request: The context of the operation.
    ///   - query: The query of the read, or ``RulesQuery/none`` for all data.
    public func read(_ path: TreePath, _ request: RulesRequest, query: RulesQuery = .none) -> Verdict {
        let recorder = coverage.map { Recorder(coverage: $0) }
        var decision = Decision(Evaluation(request, after: .empty, query: query, keys: path.keys, recorder: recorder))
        return decision.read(rules, path.keys)
    }

    /// Decides a write of the data at one or more paths.
    ///
    /// - Parameters:
    ///   - changes: The changed locations: one path for a set, one for each key of an update. An empty list is allowed.
    ///   - after: The root of the whole database after the write, with server values resolved.
    ///   - request: The context of the operation, with the database before the write.
    public func write(_ changes: [TreePath], after: Node, _ request: RulesRequest) -> Verdict {
        let recorder = coverage.map { Recorder(coverage: $0) }
        var decision = Decision(Evaluation(request, after: after, keys: [], recorder: recorder))
        return decision.write(rules, changes, validatesRemovals: validatesRemovals)
    }

    /// Whether no rule can allow a write at a path, regardless of the user and the data. You can then reject the write at once.
    ///
    /// - Parameters:
    ///   - path: The location.
    ///   - orBelow: Whether the write may change descendants of the path instead of the path itself, as an update does.
    public func canNeverWrite(_ path: TreePath, orBelow: Bool = false) -> Bool {
        var node = rules
        for key in path.keys {
            if node.mayGrant { return false }
            guard let next = node.child(key) else { return true }
            node = next
        }
        return !(orBelow ? node.mayGrantBelow : node.mayGrant)
    }

    /// Returns the indexes that the rules define for the children of a location.
    public func indexes(at path: TreePath) -> [RulesIndex] {
        var node = rules
        for key in path.keys {
            guard let next = node.child(key) else { return [] }
            node = next
        }
        return node.indexes
    }
}
