import LatchkeyTree

extension RulesLoader {
    /// Adds warnings about a rule that is valid but probably not intended.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - grants: The `.read` and `.write` rules above it.
    mutating func warn(about rule: Rule, below grants: [Rule]) {
        let above = grants.filter { $0.kind == rule.kind }
        if let grant = above.first(where: { $0.constant == true }) {
            let line = source.position(of: grant.text.start).line
            warn(
                rule.text.whole, "This \(rule.kind.rawValue) is never evaluated: the one in line \(line) above it is always true.",
                hint: "A grant applies to everything below and cannot be revoked.")
        } else if rule.kind != .validate, rule.constant == false, above.contains(where: { $0.constant != false }) {
            warn(
                rule.text.whole, "This false has no effect: a \(rule.kind.rawValue) above that is true applies here as well.",
                hint: "Move the grant from above to the children that it is meant for.")
        }
        if rule.constant == true, rule.kind != .validate, above.allSatisfy({ $0.constant != true }) {
            warn(
                rule.text.whole,
                "This \(rule.kind.rawValue) is always true: anyone may \(rule.kind == .read ? "read" : "write") here, signed in or not.")
        }
        rule.expression.forEach { warn(about: $0, in: rule) }
    }

    private mutating func warn(about expression: TypedExpression, in rule: Rule) {
        switch expression.operation {
        case .equal(let left, let right, let isNegated): warn(about: expression, left, right, isNegated: isNegated, in: rule)
        case .member(let target, let name):
            guard let known = target.membersOfTokens, !known.names.contains(name), let meant = Self.meant(by: name, known.names) else {
                return
            }
            warn(
                rule.text.source(expression.range), "\(known.path).\(name) is null unless a custom claim has that name.",
                hint: "Did you mean \(known.path).\(meant)?")
        default: break
        }
    }

    private mutating func warn(
        about expression: TypedExpression, _ left: TypedExpression, _ right: TypedExpression, isNegated: Bool, in rule: Rule
    ) {
        let outcome = isNegated ? "always true" : "never true"
        if !left.type.isFuzzy, !right.type.isFuzzy, left.type != right.type {
            warn(
                rule.text.source(expression.range),
                "This comparison is \(outcome): one side is \(left.type.name), the other is \(right.type.name).",
                hint: "== and === are the same here: nothing is converted.")
            return
        }
        if let (text, other) = Self.literal(left, right) ?? Self.literal(right, left), case .wildcard = other.operation,
            !Self.canBeKey(text)
        {
            warn(rule.text.source(expression.range), "This comparison is \(outcome): the string is not a valid key.")
        } else if left.isLiteral, right.isLiteral, let value = expression.constant {
            warn(rule.text.source(expression.range), "This comparison is always \(value).")
        }
    }

    /// Returns the known name that was probably intended. Short names are ignored, because they resemble too many names of custom claims.
    private static func meant(by name: String, _ known: [String]) -> String? {
        known.first { $0.lowercased() == name.lowercased() }
            ?? Spelling.nearest(to: name, in: known.filter { $0.utf8.count > 4 }, within: name.utf8.count > 5 ? 2 : 1)
    }

    private static func literal(_ literal: TypedExpression, _ other: TypedExpression) -> (String, TypedExpression)? {
        if case .string(let text) = literal.operation { (text, other) } else { nil }
    }

    private static func canBeKey(_ text: String) -> Bool {
        if case .key(let key) = ChildPath(text) { key.text.utf8.count == text.utf8.count } else { false }
    }

    /// Warns about a wildcard without references, if a rule below it depends on the request.
    mutating func warnIfUnused(_ key: RuleText, position: Int, rules: ArraySlice<Rule>) {
        // `$other` conventionally means all other keys.
        let name = key.text
        guard !name.lowercased().hasPrefix("$other"), !name.hasPrefix("$_") else { return }
        guard rules.contains(where: { $0.kind != .validate && $0.constant == nil }) else { return }
        var isUsed = false
        for rule in rules {
            rule.expression.forEach { expression in
                switch expression.operation {
                case .wildcard(position): isUsed = true
                // The rule may depend on the data at the key.
                case .data, .newData: isUsed = true
                default: break
                }
            }
        }
        if !isUsed { warn(key.whole, "No rule below uses \(name), so they are the same for every key.") }
    }
}

extension TypedExpression {
    /// If this is `auth` or `auth.token`, the members that tokens of all generations have by default.
    fileprivate var membersOfTokens: (path: String, names: [String])? {
        switch operation {
        case .auth: ("auth", ["uid", "provider", "token", "id", "email"])
        case .member(let target, "token"):
            if case .auth = target.operation {
                ("auth.token", ["email", "email_verified", "phone_number", "name", "picture", "auth_time", "firebase"])
            } else {
                nil
            }
        default: nil
        }
    }

    fileprivate var isLiteral: Bool {
        switch operation {
        case .null, .boolean, .number, .string: true
        default: false
        }
    }
}
