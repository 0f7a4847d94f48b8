import LatchkeyTree

/// The loader of rules. It parses a text and collects its problems.
struct RulesLoader {
    let source: SourceText
    let syntax: JSONSyntax
    private(set) var problems: [RulesProblem] = []
    private(set) var warnings: [RulesProblem] = []
    private(set) var allRules: [Rule] = []

    private let acceptsMembersOfValues: Bool

    init(_ text: String, acceptsMembersOfValues: Bool) throws(RulesError) {
        self.acceptsMembersOfValues = acceptsMembersOfValues
        guard text.utf8.count <= RulesLimits.maxBytes else {
            let problem = SourceText(String(text.prefix(80))).problem(0..<1, "Rules may have \(RulesLimits.maxBytes) bytes at most.")
            throw RulesError(problems: [problem])
        }
        source = SourceText(text)
        var parser = JSONSyntaxParser(source)
        do throws(RulesProblem) { syntax = try parser.document() } catch { throw RulesError(problems: [error]) }
    }

    mutating func load() throws(RulesError) -> RuleNode {
        var root: RuleNode?
        if case .object(let members) = syntax.content {
            for member in members {
                if member.key.bytes == Array("rules".utf8) {
                    if root != nil { report(member.key.whole, "The key \"rules\" occurs twice.") }
                    root = node(member.value, Place())
                } else {
                    let hint = member.key.text.hasPrefix(".") || member.key.text.hasPrefix("$") ? "It belongs inside \"rules\"." : nil
                    report(member.key.whole, "Expected only the key \"rules\" here, but got \(quoted(member.key)).", hint: hint)
                }
            }
            if root == nil {
                report(syntax.range.lowerBound..<syntax.range.lowerBound + 1, "Expected the key \"rules\", but it is missing.")
            }
        } else {
            report(syntax.range, "Expected an object with the key \"rules\", but got \(syntax.name).")
        }
        guard problems.isEmpty, let root else {
            throw RulesError(problems: problems.sorted { ($0.line, $0.column) < ($1.line, $1.column) })
        }
        warnings.sort { ($0.line, $0.column) < ($1.line, $1.column) }
        return root
    }

    mutating func report(_ range: Range<Int>, _ message: String, hint: String? = nil) {
        guard problems.count < RulesLimits.maxProblems else { return }
        problems.append(source.problem(range, message, hint: hint))
    }

    mutating func warn(_ range: Range<Int>, _ message: String, hint: String? = nil) {
        guard warnings.count < RulesLimits.maxProblems else { return }
        warnings.append(source.problem(range, message, hint: hint))
    }

    func quoted(_ key: RuleText) -> String { "\"\(key.text.prefix(64))\"" }

    // MARK: Nodes

    /// A location in the rules.
    struct Place {
        var depth = 0
        var wildcards: [String: Int] = [:]
        /// The `.read` and `.write` rules above.
        var grants: [Rule] = []
    }

    private mutating func node(_ value: JSONSyntax, _ place: Place) -> RuleNode {
        guard case .object(let members) = value.content else {
            let hint: String? =
                if case .string = value.content { "Rules are keys that begin with a point: {\".read\": …}." } else { nil }
            report(value.range, "Expected an object, but got \(value.name).", hint: hint)
            return RuleNode()
        }
        var rules: [RuleKind: Rule] = [:]
        var indexes: [RulesIndex] = []
        var inner = place
        inner.depth += 1
        var seen: Set<[UInt8]> = []
        // Rules come first, regardless of their order in the text, because the warnings for rules below depend on them.
        for member in members {
            let name = member.key.text
            if !seen.insert(member.key.bytes).inserted { report(member.key.whole, "The key \(quoted(member.key)) occurs twice.") }
            guard name.hasPrefix(".") else { continue }
            if let kind = RuleKind(rawValue: name) {
                if let rule = rule(kind, member.value, place) { rules[kind] = rule }
            } else if name == ".indexOn" {
                indexes = self.indexes(member.value)
            } else {
                report(
                    member.key.whole, "Unknown rule \(quoted(member.key)).",
                    hint: Spelling.nearest(to: name, in: RuleKind.allCases.map(\.rawValue) + [".indexOn"]).map { "Did you mean \($0)?" }
                        ?? "There are .read, .write, .validate and .indexOn.")
            }
        }
        for kind in [RuleKind.read, .write] { if let rule = rules[kind] { inner.grants.append(rule) } }
        let (children, wildcard) = self.children(members, inner, depth: place.depth)
        return RuleNode(
            read: rules[.read], write: rules[.write], validate: rules[.validate], indexes: indexes, children: children, wildcard: wildcard)
    }

    private mutating func children(
        _ members: [JSONSyntax.Member], _ place: Place, depth: Int
    ) -> (children: [(ChildKey, RuleNode)], wildcard: RuleNode?) {
        var children: [(ChildKey, RuleNode)] = []
        var wildcard: (name: String, node: RuleNode)?
        for member in members {
            let name = member.key.text
            if name.hasPrefix(".") { continue }
            if name.hasPrefix("$") {
                guard name.utf8.count > 1, name.utf8.allSatisfy(Lexer.isNameByte) else {
                    report(member.key.whole, "A wildcard is $ and letters, digits or _.")
                    continue
                }
                if let wildcard {
                    report(member.key.whole, "A location can have only one wildcard, and it already has \(wildcard.name).")
                }
                if place.wildcards[name] != nil {
                    report(member.key.whole, "The wildcard \(name) is used further up the path already.", hint: "Give it another name.")
                }
                var inner = place
                inner.wildcards[name] = depth
                let firstRule = allRules.count
                wildcard = (name, node(member.value, inner))
                warnIfUnused(member.key, position: depth, rules: allRules[firstRule...])
            } else if let key = ChildKey(name) {
                children.append((key, node(member.value, place)))
            } else {
                report(
                    member.key.whole,
                    "\(quoted(member.key)) cannot be a key: keys have 1 to \(ChildKey.maxBytes) bytes and none of . $ # [ ] /.",
                    hint: name.contains("/") ? "Write one object in another instead of a path." : nil)
            }
        }
        return (children, wildcard?.node)
    }

    // MARK: Rules

    private mutating func rule(_ kind: RuleKind, _ value: JSONSyntax, _ place: Place) -> Rule? {
        let text: RuleText
        switch value.content {
        case .string(let content): text = content
        case .boolean(let content): text = RuleText(bytes: Array("\(content)".utf8), start: value.range.lowerBound, offsets: nil)
        default:
            report(value.range, "\(kind.rawValue) must be a string or boolean, but this is \(value.name).")
            return nil
        }
        do throws(ExpressionProblem) {
            let expression = try ExpressionParser.parse(text.bytes)
            let scope = Scope(kind: kind, wildcards: place.wildcards, acceptsMembersOfValues: acceptsMembersOfValues)
            let (checked, problems) = Checker.check(expression, of: text.bytes, in: scope)
            for problem in problems { report(text.source(problem.range), problem.message, hint: problem.hint) }
            guard problems.isEmpty else { return nil }
            let rule = Rule(kind: kind, id: allRules.count, text: text, expression: checked)
            allRules.append(rule)
            warn(about: rule, below: place.grants)
            return rule
        } catch {
            report(text.source(error.range), error.message, hint: error.hint)
            return nil
        }
    }

    private mutating func indexes(_ value: JSONSyntax) -> [RulesIndex] {
        let elements: [JSONSyntax]
        switch value.content {
        case .string: elements = [value]
        case .array(let all): elements = all
        default:
            report(value.range, ".indexOn must be a string or a list of strings, but this is \(value.name).")
            return []
        }
        var indexes: [RulesIndex] = []
        for element in elements {
            guard case .string(let text) = element.content else {
                report(element.range, ".indexOn must be a string or a list of strings, but this is \(element.name).")
                continue
            }
            switch text.text {
            case ".value": indexes.append(.value)
            case ".priority", ".key", "$key", "$priority": warn(text.whole, "\(quoted(text)) needs no index: there always is one.")
            case let path:
                guard let path = try? TreePath(path), !path.isRoot else {
                    report(
                        text.whole, "\(quoted(text)) cannot be the path of a child.",
                        hint: "An index is on a child, a path such as a/b, or .value.")
                    continue
                }
                indexes.append(.child(path))
            }
        }
        return indexes
    }
}
