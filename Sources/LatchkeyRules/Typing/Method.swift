/// A method of rule expressions.
enum Method: String, Sendable {
    case val, child, parent, hasChild, hasChildren, exists, getPriority, isString, isNumber, isBoolean
    case contains, beginsWith, endsWith, replace, toLowerCase, toUpperCase, matches

    static let snapshot: [Method] = [
        .val, .child, .parent, .hasChild, .hasChildren, .exists, .getPriority, .isString, .isNumber, .isBoolean,
    ]
    /// The methods of strings.
    static let text: [Method] = [.contains, .beginsWith, .endsWith, .replace, .toLowerCase, .toUpperCase, .matches]

    /// The number of arguments.
    var arity: ClosedRange<Int> {
        switch self {
        case .val, .parent, .exists, .getPriority, .isString, .isNumber, .isBoolean, .toLowerCase, .toUpperCase: 0...0
        case .child, .hasChild, .contains, .beginsWith, .endsWith, .matches: 1...1
        case .hasChildren: 0...1
        case .replace: 2...2
        }
    }
}

extension Checker {
    /// Checks a call of a method that the type of the object has.
    mutating func call(_ expression: Expression, _ method: Method, _ object: TypedExpression, _ arguments: [Expression]) -> TypedExpression
    {
        guard method.arity.contains(arguments.count) else {
            let count = method.arity.lowerBound == method.arity.upperBound ? "\(method.arity.lowerBound)" : "0 or 1"
            report(
                expression.range,
                "\(method.rawValue)() expects \(count) argument\(count == "1" || count == "0 or 1" ? "" : "s"), but got \(arguments.count) instead."
            )
            return invalid(expression)
        }
        switch method {
        case .val: return make(expression, .primitive, .val(object))
        case .child: return make(expression, .snapshot, .child(object, path: text(arguments[0], 1, method)))
        case .parent: return make(expression, .snapshot, .parent(object))
        case .hasChild: return make(expression, .boolean, .hasChild(object, path: text(arguments[0], 1, method)))
        case .hasChildren:
            guard let list = arguments.first else { return make(expression, .boolean, .hasAnyChild(object)) }
            guard let names = names(list) else { return invalid(expression) }
            return make(expression, .boolean, .hasChildren(object, names))
        case .exists: return make(expression, .boolean, .exists(object))
        case .getPriority: return make(expression, .primitive, .priority(object))
        case .isString: return make(expression, .boolean, .isKind(object, .string))
        case .isNumber: return make(expression, .boolean, .isKind(object, .number))
        case .isBoolean: return make(expression, .boolean, .isKind(object, .boolean))
        case .contains: return make(expression, .boolean, .textTest(.contains, object, text(arguments[0], 1, method)))
        case .beginsWith: return make(expression, .boolean, .textTest(.beginsWith, object, text(arguments[0], 1, method)))
        case .endsWith: return make(expression, .boolean, .textTest(.endsWith, object, text(arguments[0], 1, method)))
        case .replace:
            let (old, new) = (text(arguments[0], 1, method), text(arguments[1], 2, method))
            return make(expression, .string, .replace(object, old, new))
        case .toLowerCase: return make(expression, .string, .changeCase(object, isUpper: false))
        case .toUpperCase: return make(expression, .string, .changeCase(object, isUpper: true))
        case .matches:
            guard let pattern = pattern(arguments[0]) else { return invalid(expression) }
            return make(expression, .boolean, .matches(object, pattern))
        }
    }

    private mutating func text(_ argument: Expression, _ number: Int, _ method: Method) -> TypedExpression {
        let typed = check(argument)
        if !typed.type.canBe(.string) {
            report(argument.range, "\(method.rawValue)() expects argument \(number) to be a string, but got \(typed.type.name).")
        }
        return typed
    }

    private mutating func names(_ list: Expression) -> [TypedExpression]? {
        guard case .array(let elements) = list.syntax else {
            let typed = check(list)
            if typed.type != .invalid {
                report(
                    list.range, "hasChildren() expects a list of strings, but got \(typed.type.name).",
                    hint: "Write hasChildren(['a', 'b']).")
            }
            return nil
        }
        if elements.isEmpty {
            report(list.range, "hasChildren() expects a list with at least one string.", hint: "Without a list, it checks for any child.")
            return nil
        }
        return elements.map { element in
            let typed = check(element)
            if !typed.type.canBe(.string) {
                report(element.range, "hasChildren() expects a list of strings, but this is \(typed.type.name).")
            }
            return typed
        }
    }

    private mutating func pattern(_ argument: Expression) -> Pattern? {
        guard case .pattern(let body, let flags) = argument.syntax else {
            let typed = check(argument)
            if typed.type != .invalid {
                report(
                    argument.range, "matches() expects a regular expression, but got \(typed.type.name).",
                    hint: "Write it between slashes without quotes: matches(/^a+$/).")
            }
            return nil
        }
        let flag = String(decoding: bytes[flags], as: UTF8.self)
        guard flag.isEmpty || flag == "i" else {
            report(flags, "The only flag of a regular expression is i.")
            return nil
        }
        do {
            return try Pattern(bytes[body], ignoresCase: flag == "i")
        } catch {
            report(error.range, error.message, hint: error.hint)
            return nil
        }
    }
}
