extension Checker {
    /// Checks `target.name` without a call.
    mutating func member(_ expression: Expression, _ target: Expression, _ name: String, _ nameRange: Range<Int>) -> TypedExpression {
        let target = check(target)
        switch target.type {
        case .invalid: return invalid(expression)
        // `auth` may have members of any name.
        case .any: return make(expression, .any, .member(target, name))
        case .primitive where name == "length": return make(expression, .primitive, .length(target))
        case .primitive where scope.acceptsMembersOfValues: return make(expression, .any, .member(target, name))
        case .primitive:
            report(
                nameRange, "No such method/property '\(name.prefix(64))' of \(target.type.name).",
                hint: suggestion(name, target.type) ?? "val() has the property length only. Use child('\(name.prefix(64))').val().")
            return invalid(expression)
        case .string where name == "length": return make(expression, .number, .length(target))
        case .query:
            guard let member = QueryMember(rawValue: name) else {
                report(
                    nameRange, "No such property '\(name.prefix(64))' of query.", hint: nearest(name, QueryMember.allCases.map(\.rawValue)))
                return invalid(expression)
            }
            return make(expression, member.type, .query(member))
        case .string where Method.text.contains { $0.rawValue == name }, .snapshot where Method.snapshot.contains { $0.rawValue == name }:
            return make(expression, .function, .invalid)
        default:
            report(nameRange, "No such method/property '\(name.prefix(64))' of \(target.type.name).", hint: suggestion(name, target.type))
            return invalid(expression)
        }
    }

    /// Checks `target[index]` without a call.
    mutating func element(_ expression: Expression, _ target: Expression, _ index: Expression) -> TypedExpression {
        if case .string(let name) = index.syntax { return member(expression, target, name, index.range) }
        let target = check(target)
        let typed = check(index)
        guard target.type != .invalid, typed.type != .invalid else { return invalid(expression) }
        guard target.type == .any || (target.type == .primitive && scope.acceptsMembersOfValues) else {
            report(index.range, "Members of \(target.type.name) are named by a literal string only.")
            return invalid(expression)
        }
        guard typed.type.isValue else {
            report(index.range, "The index in [ ] must be a value, but this is \(typed.type.name).")
            return invalid(expression)
        }
        return make(expression, .any, .element(target, typed))
    }

    /// Checks `target(arguments)`, which is always a method call.
    mutating func call(_ expression: Expression, _ target: Expression, _ arguments: [Expression]) -> TypedExpression {
        let receiver: Expression
        let name: String
        let nameRange: Range<Int>
        switch target.syntax {
        case .member(let object, let member, let range): (receiver, name, nameRange) = (object, member, range)
        case .element(let object, let index):
            guard case .string(let member) = index.syntax else {
                report(index.range, "A method is named by a literal string only.")
                return invalid(expression)
            }
            (receiver, name, nameRange) = (object, member, index.range)
        default:
            let typed = check(target)
            if typed.type != .invalid {
                report(
                    target.range, "Type error: function call on a target that is not a function.",
                    hint: typed.type == .function ? nil : "Rules have methods only, such as data.exists().")
            }
            return invalid(expression)
        }
        let object = check(receiver)
        let methods: [Method]
        switch object.type {
        case .invalid:
            return invalid(expression)
        case .snapshot: methods = Method.snapshot
        case .string, .any, .primitive: methods = Method.text
        default: methods = []
        }
        guard let method = methods.first(where: { $0.rawValue == name }) else {
            let isProperty =
                methods == Method.text && name == "length" || object.type == .query && QueryMember(rawValue: name) != nil
            if isProperty {
                report(
                    nameRange, "Type error: function call on '\(name)', which is not a function.",
                    hint: "It is a property: leave the ( ) out.")
            } else {
                report(
                    nameRange, "No such method/property '\(name.prefix(64))' of \(object.type.name).", hint: suggestion(name, object.type))
            }
            return invalid(expression)
        }
        return call(expression, method, object, arguments)
    }

    private func nearest(_ name: String, _ known: [String]) -> String? {
        Spelling.nearest(to: name, in: known).map { "Did you mean \($0)?" }
    }

    private func suggestion(_ name: String, _ type: StaticType) -> String? {
        if type == .snapshot {
            return nearest(name, Method.snapshot.map(\.rawValue))
                ?? "Use child('\(name.prefix(64))') for a child, or val() for the value."
        }
        if type.isFuzzy, Method.snapshot.contains(where: { $0.rawValue == name }) {
            return "val() and auth are values: \(name)() belongs to snapshots such as data and root."
        }
        return nearest(name, Method.text.map(\.rawValue) + ["length"])
    }
}
