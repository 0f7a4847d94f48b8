public import LatchkeyTree

/// The rules that guard a database: Firebase Realtime Database Security Rules, read from their text once and asked for every operation.
public struct SecurityRules: Sendable {
    /// As it was written, with its comments.
    public let text: String
    /// Tells this text from others, for people: eight hexadecimal digits.
    public let version: String
    /// What is allowed but can hardly be meant.
    public let warnings: [RulesProblem]
    /// Whether `.validate` rules above data that is removed have to hold. They have to hold for whatever is still there.
    public var validatesRemovals = true
    /// Where what is evaluated is counted; nil, which costs nothing, if nobody wants to know.
    public var coverage: RulesCoverage?

    let source: SourceText
    let syntax: JSONSyntax
    let rules: RuleNode
    /// In the order of their ids.
    let allRules: [Rule]

    /// - Parameter text: JSON with one key `rules`, at most 1 MiB, with comments and line breaks in strings as Firebase takes them.
    /// - Throws: all problems that are found, unless the JSON itself is wrong: then the first.
    public init(_ text: String) throws(RulesError) {
        try self.init(text, acceptsMembersOfValues: false)
    }

    /// Rules that were saved before. What is refused today of what was taken then still loads: a property of `val()`.
    ///
    /// - Throws: as ``init(_:)``.
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

    /// FNV-1a.
    private static func version(of text: String) -> String {
        let hash = text.utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// The rules without comments and line breaks in strings, which every reader of JSON understands.
    public var strictText: String {
        var text = ""
        syntax.write(into: &text, source: source)
        return text
    }

    /// Whether somebody may read what is at a path, with a query or all of it.
    public func read(_ path: TreePath, _ request: RulesRequest, query: RulesQuery = .none) -> Verdict {
        let recorder = coverage.map { Recorder(coverage: $0) }
        var decision = Decision(Evaluation(request, after: .empty, query: query, keys: path.keys, recorder: recorder))
        return decision.read(rules, path.keys)
    }

    /// Whether somebody may change what is at these paths, all at once.
    ///
    /// - Parameters:
    ///   - changes: where; a set has one path, an update one for each of its keys. No changes are allowed.
    ///   - after: the root of the whole database as the write would leave it, with server values filled in.
    public func write(_ changes: [TreePath], after: Node, _ request: RulesRequest) -> Verdict {
        let recorder = coverage.map { Recorder(coverage: $0) }
        var decision = Decision(Evaluation(request, after: after, keys: [], recorder: recorder))
        return decision.write(rules, changes, validatesRemovals: validatesRemovals)
    }

    /// Whether no rule could allow a write at a path, whoever asks, whatever is there and whatever shall be: nobody need look at it then.
    ///
    /// - Parameter orBelow: the write may change what lies below the path in place of the path itself, as an update does.
    public func canNeverWrite(_ path: TreePath, orBelow: Bool = false) -> Bool {
        var node = rules
        for key in path.keys {
            if node.mayGrant { return false }
            guard let next = node.child(key) else { return true }
            node = next
        }
        return !(orBelow ? node.mayGrantBelow : node.mayGrant)
    }

    /// What the rules index of the children of a place.
    public func indexes(at path: TreePath) -> [RulesIndex] {
        var node = rules
        for key in path.keys {
            guard let next = node.child(key) else { return [] }
            node = next
        }
        return node.indexes
    }
}
