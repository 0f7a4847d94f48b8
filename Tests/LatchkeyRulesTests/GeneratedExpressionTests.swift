import LatchkeyRules
import LatchkeyTestSupport
import LatchkeyTree
import Testing

/// Expressions generated at random from the grammar, evaluated by the rules and by a second evaluator that walks trees.
@Suite struct GeneratedExpressionTests {
    static let before = #"{"a": {"x": {"b": 1, "c": "two", "d": {"e": true}, "2": "a"}, "y": 5}, "b": "x", "c": {"a": 0.5}, "x": false}"#
    static let after = #"{"a": {"x": {"b": 2, "c": "a", "x": {"b": "B"}}, "z": "new"}, "b": "x", "c": {"a": 0.5}}"#

    struct Maker {
        var dice: Dice
        let kind: RuleKind

        mutating func boolean(_ depth: Int) -> Model {
            if depth <= 0 { return dice.below(2) == 0 ? .literal(.boolean(dice.below(2) == 0)) : .call(snapshot(0), "exists", []) }
            switch dice.below(14) {
            case 0, 1: return .binary(dice.pick(["&&", "||"]), boolean(depth - 1), boolean(depth - 1))
            case 2: return .prefix("!", boolean(depth - 1))
            case 3: return .conditional(boolean(depth - 1), boolean(depth - 1), boolean(depth - 1))
            case 4: return .binary(dice.pick(["==", "!="]), value(depth - 1), value(depth - 1))
            case 5:
                return .binary(
                    dice.pick(["==", "!="]), fuzzy(depth - 1),
                    dice.pick([.literal(.null), .name("$k"), .literal(.string("x")), .literal(.number(2))]))
            case 6: return .binary(dice.pick(["<", "<=", ">", ">="]), fuzzy(depth - 1), fuzzy(depth - 1))
            case 7: return .binary(dice.pick(["<", "<=", ">", ">="]), number(depth - 1), number(depth - 1))
            case 8: return .binary(dice.pick(["<", "<=", ">", ">="]), text(depth - 1), text(depth - 1))
            case 9: return .call(snapshot(depth - 1), dice.pick(["exists", "hasChildren", "isString", "isNumber", "isBoolean"]), [])
            case 10: return .call(snapshot(depth - 1), "hasChild", [anyText(depth - 1)])
            case 11: return .call(snapshot(depth - 1), "hasChildren", [.list((0...dice.below(2)).map { _ in anyText(depth - 1) })])
            default: return .call(anyText(depth - 1), dice.pick(["contains", "beginsWith", "endsWith"]), [anyText(depth - 1)])
            }
        }

        mutating func number(_ depth: Int) -> Model {
            if depth <= 0 { return dice.below(4) == 0 ? .name("now") : .literal(.number(Double(dice.below(4)))) }
            switch dice.below(5) {
            case 0: return .prefix("-", anyNumber(depth - 1))
            case 1: return .member(text(depth - 1), "length")
            case 2: return .conditional(boolean(depth - 1), number(depth - 1), number(depth - 1))
            case 3: return .binary("+", number(depth - 1), number(depth - 1))
            default: return .binary(dice.pick(["-", "*", "/", "%"]), anyNumber(depth - 1), anyNumber(depth - 1))
            }
        }

        mutating func text(_ depth: Int) -> Model {
            if depth <= 0 {
                return dice.below(4) == 0
                    ? .name("$k") : .literal(.string(dice.pick(["a", "b", "c", "x", "", "a/x", "x/", "d/e", "a.b", "2", "uid", "tw"])))
            }
            switch dice.below(5) {
            case 0: return .binary("+", text(depth - 1), dice.below(2) == 0 ? number(depth - 1) : anyText(depth - 1))
            case 1: return .call(anyText(depth - 1), dice.pick(["toLowerCase", "toUpperCase"]), [])
            case 2: return .call(anyText(depth - 1), "replace", [anyText(depth - 1), anyText(depth - 1)])
            case 3: return .conditional(boolean(depth - 1), text(depth - 1), text(depth - 1))
            default: return text(0)
            }
        }

        mutating func snapshot(_ depth: Int) -> Model {
            if depth <= 0 { return .name(dice.pick(kind == .read ? ["root", "data"] : ["root", "data", "newData"])) }
            switch dice.below(6) {
            case 0: return .call(snapshot(depth - 1), "parent", [])
            case 1: return .conditional(boolean(depth - 1), snapshot(depth - 1), snapshot(depth - 1))
            case 2: return snapshot(0)
            default: return .call(snapshot(depth - 1), "child", [dice.below(3) == 0 ? anyText(depth - 1) : text(0)])
            }
        }

        /// An expression without a certain type.
        mutating func fuzzy(_ depth: Int) -> Model {
            if depth <= 0 { return dice.below(2) == 0 ? .name("auth") : .member(.name("auth"), dice.pick(["uid", "n", "b", "m", "none"])) }
            switch dice.below(6) {
            case 0, 1: return .call(snapshot(depth - 1), "val", [])
            case 2: return .member(fuzzy(depth - 1), dice.pick(["uid", "n", "a", "m", "b"]))
            case 3: return .element(fuzzy(depth - 1), dice.below(2) == 0 ? text(0) : value(depth - 1))
            case 4: return .binary("+", fuzzy(depth - 1), fuzzy(depth - 1))
            default: return .conditional(boolean(depth - 1), fuzzy(depth - 1), fuzzy(depth - 1))
            }
        }

        mutating func anyText(_ depth: Int) -> Model { dice.below(3) == 0 ? fuzzy(depth) : text(depth) }
        mutating func anyNumber(_ depth: Int) -> Model { dice.below(3) == 0 ? fuzzy(depth) : number(depth) }

        mutating func value(_ depth: Int) -> Model {
            switch dice.below(5) {
            case 0: .literal(.null)
            case 1: boolean(depth)
            case 2: number(depth)
            case 3: text(depth)
            default: fuzzy(depth)
            }
        }
    }

    static func model(_ node: Node) -> ModelValue {
        switch node.value {
        case .boolean(let value): return .boolean(value)
        case .number(let value): return .number(value)
        case .string(let value): return .string(value)
        case .serverValue, nil: break
        }
        guard node.hasChildren else { return .null }
        return .map(Dictionary(uniqueKeysWithValues: node.children.map { ($0.key.text, model($0.value)) }))
    }

    static func model(_ value: AuthValue) -> ModelValue {
        switch value {
        case .null, .list: .null
        case .boolean(let value): .boolean(value)
        case .number(let value): .number(value)
        case .string(let value): .string(value)
        case .map(let members): .map(Dictionary(uniqueKeysWithValues: members.allNames.map { ($0, model(members[$0] ?? .null)) }))
        }
    }

    @Test(arguments: RuleKind.allCases) func bothEvaluatorsAgree(_ kind: RuleKind) async throws {
        var maker = Maker(dice: Dice("expressions \(kind.rawValue)"), kind: kind)
        let (before, after) = (try node(Self.before), try node(Self.after))
        let auth: AuthValue = ["uid": "x", "n": 2, "b": true, "m": ["a": "b", "n": 1]]
        var (trues, falses, errors) = (0, 0, 0)
        for await round in Soak.standard.rounds(1_000) {
            let model = maker.boolean(1 + round % 5)
            let world = ModelWorld(
                before: Self.model(before), after: Self.model(after), auth: round % 7 == 0 ? .null : Self.model(auth), now: 3,
                path: ["a", "x"],
                wildcards: ["$k": "x"])
            let expected: Bool
            do {
                guard case .boolean(let value) = try world.evaluate(model) else { throw ModelError() }
                expected = value
                if value { trues += 1 } else { falses += 1 }
            } catch {
                expected = false
                errors += 1
            }
            let text = model.text
            let grant = kind == .validate ? #", ".write": true"# : ""
            let rules: SecurityRules
            do {
                rules = try SecurityRules(saved: #"{"rules": {"a": {"$k": {"\#(kind.rawValue)": \#(quoted(text))\#(grant)}}}}"#)
            } catch {
                Issue.record("\(text)\n\(error)")
                continue
            }
            let request = RulesRequest(root: before, auth: round % 7 == 0 ? .null : auth, now: 3)
            let path = try TreePath("a/x")
            let (verdict, explanation) =
                kind == .read
                ? (rules.read(path, request), rules.explainRead(path, request))
                : (rules.write([path], after: after, request), rules.explainWrite([path], after: after, request))
            #expect(verdict.isAllowed == expected, "\(text)")
            #expect(explanation.isAllowed == expected, "\(text)")
        }
        #expect(trues > 100 && falses > 100 && errors > 100, "\(trues) \(falses) \(errors)")
    }
}
