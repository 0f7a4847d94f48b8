import LatchkeyTree

/// An expression with resolved names and checked types.
struct TypedExpression: Sendable {
    /// The number of the expression in its rule, from 0. Recordings refer to it.
    let id: Int
    /// The bytes of the expression in the text of the rule.
    let range: Range<Int>
    let type: StaticType
    let operation: Operation
}

extension TypedExpression {
    indirect enum Operation: Sendable {
        case null
        case boolean(Bool)
        case number(Double)
        case string(String)
        case auth, now
        case root, data, newData
        /// The key at this position of the path, from 0.
        case wildcard(Int)
        case query(QueryMember)

        case not(TypedExpression)
        case and([TypedExpression])
        case or([TypedExpression])
        case conditional(TypedExpression, TypedExpression, TypedExpression)
        case equal(TypedExpression, TypedExpression, isNegated: Bool)
        case compare(Comparison, TypedExpression, TypedExpression)

        case add(TypedExpression, TypedExpression)
        case arithmetic(Arithmetic, TypedExpression, TypedExpression)
        case negation(TypedExpression)

        case member(TypedExpression, String)
        case element(TypedExpression, TypedExpression)
        case length(TypedExpression)

        case val(TypedExpression)
        case child(TypedExpression, path: TypedExpression)
        case parent(TypedExpression)
        case priority(TypedExpression)
        case exists(TypedExpression)
        case hasChild(TypedExpression, path: TypedExpression)
        case hasAnyChild(TypedExpression)
        case hasChildren(TypedExpression, [TypedExpression])
        case isKind(TypedExpression, ValueKind)

        case textTest(TextTest, TypedExpression, TypedExpression)
        case matches(TypedExpression, Pattern)
        case replace(TypedExpression, TypedExpression, TypedExpression)
        case changeCase(TypedExpression, isUpper: Bool)

        /// An expression with an error, which is never evaluated.
        case invalid
    }

    enum Comparison: Sendable { case less, lessOrEqual, greater, greaterOrEqual }
    enum Arithmetic: Sendable { case minus, times, over, modulo }
    enum ValueKind: Sendable { case string, number, boolean }
    enum TextTest: Sendable { case contains, beginsWith, endsWith }

    /// The direct subexpressions in the order of the text.
    var parts: [TypedExpression] {
        switch operation {
        case .null, .boolean, .number, .string, .auth, .now, .root, .data, .newData, .wildcard, .query, .invalid: []
        case .not(let a), .negation(let a), .member(let a, _), .length(let a), .val(let a), .parent(let a), .priority(let a),
            .exists(let a),
            .hasAnyChild(let a), .isKind(let a, _), .matches(let a, _), .changeCase(let a, _):
            [a]
        case .and(let all), .or(let all): all
        case .conditional(let a, let b, let c), .replace(let a, let b, let c): [a, b, c]
        case .equal(let a, let b, _), .compare(_, let a, let b), .add(let a, let b), .arithmetic(_, let a, let b), .element(let a, let b),
            .child(let a, let b), .hasChild(let a, let b), .textTest(_, let a, let b):
            [a, b]
        case .hasChildren(let a, let all): [a] + all
        }
    }

    /// Calls a closure for this expression and all its descendants.
    func forEach(_ body: (TypedExpression) -> Void) {
        body(self)
        for part in parts { part.forEach(body) }
    }
}

/// A property of the variable `query`.
enum QueryMember: String, Sendable, CaseIterable {
    case orderByKey, orderByPriority, orderByValue, orderByChild
    case startAt, endAt, equalTo, limitToFirst, limitToLast

    var type: StaticType {
        switch self {
        case .orderByKey, .orderByPriority, .orderByValue: .boolean
        case .orderByChild, .startAt, .endAt, .equalTo, .limitToFirst, .limitToLast: .primitive
        }
    }
}
