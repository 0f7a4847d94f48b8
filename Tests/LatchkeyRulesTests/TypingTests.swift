import LatchkeyRules
import Testing

/// Valid expressions: their grammar and their static types.
@Suite struct TypingTests {
    @Test(arguments: [
        // Operands of boolean type.
        "true", "!false", "!!true", "auth !== null", "auth.admin === true", "data.exists() && newData.exists()", "true ? false : true",
        "auth.a === 1 || auth.b === 2 && auth.c === 3", "(auth) === (null)", "query.orderByKey",
        // Comparisons.
        "'a' === 1", "auth === auth", "null === null", "data.val() === null", "root.child('a').val() != data.val()", "now > 1", "'a' < 'b'",
        "null < null",
        "auth.x > 1", "auth.x > 'a'", "data.val() >= auth.x", "$key < 'm'", "auth.x > null", "now > data.child('t').val() + 1000",
        // Sums and similar operators.
        "1 + 2 === 3", "1 + 'a' === '1a'", "auth.x + data.val() === 3", "-1 < 0", "- -1 > 0", "-auth.x > 2",
        "7 % 2 === 1 && 7 / 2 > 3 && 2 * 2 - 1 > 0",
        "data.val() * 2 === 4", "now - 1000 < now",
        // Members.
        "auth.a.b.c === 1", "auth['a']['b'] === 1", "auth[$key] === true", "auth.token.firebase.identities['google.com'][0] === 'x'",
        "auth[data.val()] === 1",
        "data['exists']()", "root['child']('a')['val']() === 1", "'abc'.length === 3", "$key.length > 2", "data.val().length > 2",
        "data.val().contains('a')",
        "auth.name.contains('a')", "auth.name['contains']('a')", "$key['length'] > 1", "auth.length === null",
        // Methods.
        "data.child('a/b').exists()", "data.hasChild($key)", "data.hasChildren()", "data.hasChildren(['a', $key, auth.uid])",
        "data.isString()", "data.isNumber()",
        "data.isBoolean()", "data.getPriority() === null", "data.parent().parent().exists()", "root.child(auth.uid).exists()",
        "root.child(data.val()).exists()",
        "root.child('a' + $key).exists()", "$key.replace('a', 'b').toLowerCase().toUpperCase().beginsWith('A')", "$key.endsWith('z')",
        "$key.matches(/^a+$/i)",
        "data.val().matches(/^[a-z]{2,}$/)", "(true ? data : newData).exists()", "(auth.x === 1 ? 'a' : 'b').length === 1",
        "(auth.x === 1 ? 'a' : 1) === 1",
        "(auth.x === 1 ? data : 1) === 1",
        // Literals.
        "'\\'' === \"'\"", "'\\u0041\\x41\\n' === 'AA\\n'", "0x10 === 16", "1e3 === 1000", ".5 + 5. > 1.5E-1", "1.5e+2 > 0",
        "// all\n true", "true /* or\nnot */",
        // Queries.
        "query.limitToFirst <= 100", "query.orderByChild === 'owner' && query.equalTo === auth.uid",
        "query.startAt >= 'a' || query.endAt < 5 || query.limitToLast === null",
        "query.orderByPriority || query.orderByValue",
    ]) func validExpressionsAreAccepted(_ expression: String) {
        #expect(problems(expression, .write).isEmpty)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let expression: String
        /// Column and beginning of the message of each problem.
        let problems: [String]
        var kind = RuleKind.write
        var testDescription: String { expression }

        init(_ expression: String, _ problems: String..., kind: RuleKind = .write) {
            self.expression = expression
            self.problems = problems
            self.kind = kind
        }
    }

    static let rows: [Row] = [
        // The whole rule is boolean.
        Row("auth", "1: A rule must be boolean"), Row("auth.admin", "1: A rule must be boolean"),
        Row("1", "1: A rule must be boolean, but this is number."),
        Row("'true'", "1: A rule must be boolean, but this is string."), Row("null", "1: A rule must be boolean"),
        Row("data", "1: A rule must be boolean"),
        Row("data.val()", "1: A rule must be boolean"), Row("data.exists", "1: A rule must be boolean, but this is function."),
        Row("query", "1: A rule must be boolean"),
        Row("true ? 1 : true", "1: A rule must be boolean"), Row("now", "1: A rule must be boolean"),
        // Boolean operands.
        Row("auth.a && true", "1: Left operand of && must be boolean"), Row("true && auth.a", "9: Right operand of && must be boolean"),
        Row("1 || true", "1: Left operand of || must be boolean"), Row("true || null", "9: Right operand of || must be boolean"),
        Row("!auth", "2: The operand of ! must be boolean"),
        Row("!data.val()", "2: The operand of ! must be boolean"), Row("auth.a ? true : false", "1: The condition of ? must be boolean"),
        Row("data && newData", "1: Left operand of && must be boolean", "9: Right operand of && must be boolean"),
        // Comparisons.
        Row("root.child('a') != null", "1: Operands of != must be values, but this is RuleDataSnapshot."),
        Row("data === newData", "1: Operands of ==", "10: Operands of =="),
        Row("query === null", "1: Operands of == must be values"),
        Row("data.val === 1", "1: Operands of == must be values, but this is function."),
        Row("true > false", "1: Operands of > must be numbers or strings", "8: Operands of >"), Row("1 < true", "5: Operands of <"),
        Row("1 < 'a'", "1: Operands of < must be of one type"),
        Row("now > null", "1: Operands of > must be of one type"), Row("data > 1", "1: Operands of > must be numbers or strings"),
        Row("auth.x > true", "10: Operands of >"),
        // Sums and similar operators.
        Row("1 + true === 1", "5: Operands of + must be numbers or strings"), Row("null + 'a' === ''", "1: Operands of +"),
        Row("data + 1 === 1", "1: Operands of +"),
        Row("'a' - 1 === 0", "1: Operands of - must be numbers"), Row("2 * '2' === 4", "5: Operands of * must be numbers"),
        Row("1 / null === 0", "5: Operands of /"),
        Row("true % 2 === 1", "1: Operands of %"), Row("-'a' === 1", "2: The operand of - must be a number"),
        Row("+1 === 1", "1: Rule expressions may not contain the unary + operator."),
        // Members.
        Row("data.foo === 1", "6: No such method/property 'foo' of RuleDataSnapshot."),
        Row("data.foo() === 1", "6: No such method/property 'foo'"),
        Row("'a'.size === 1", "5: No such method/property 'size' of string."),
        Row("now.foo === 1", "5: No such method/property 'foo' of number."),
        Row("query.foo === 1", "7: No such property 'foo' of query."), Row("null.foo === 1", "6: No such method/property 'foo' of null."),
        Row("true.foo === 1", "6: No such"),
        Row("root['ex' + 'ists']()", "6: A method is named by a literal string only."), Row("root[$key]()", "6: A method is named"),
        Row("root[$key] === 1", "6: Members of RuleDataSnapshot"),
        Row("$key[$key] === 1", "6: Members of string"), Row("data['foo'] === 1", "6: No such method/property 'foo'"),
        Row("auth[data] === 1", "6: The index in [ ] must be a value"),
        Row("auth.foo.notFound()", "10: No such method/property 'notFound'"),
        Row("root.val().notFound == false", "12: No such method/property 'notFound' of a value of the database."),
        Row("data.val().role === 'x'", "12: No such method/property 'role'"),
        Row("data.val()['x'] === 1", "12: No such method/property 'x'"),
        Row("data.val()[$key] === 1", "12: Members of a value of the database"),
        Row("data.val().exists()", "12: No such method/property 'exists'"), Row("auth.val() === 1", "6: No such"),
        Row("now.toUpperCase() === ''", "5: No such"), Row("$key.length() === 1", "6: Type error: function call on 'length'"),
        Row("query.orderByKey()", "7: Type error"),
        // Calls.
        Row("auth()", "1: Type error: function call on a target that is not a function."), Row("(data.exists)()()", "1: Type error"),
        Row("'a'('b')", "1: Type error"),
        Row("data.exists(1)", "1: exists() expects 0 arguments, but got 1 instead."),
        Row("data.child().exists()", "1: child() expects 1 argument, but got 0 instead."),
        Row("data.child('a', 'b').exists()", "1: child() expects 1 argument, but got 2 instead."),
        Row("$key.replace('a') === ''", "1: replace() expects 2 arguments, but got 1 instead."),
        Row("data.hasChildren(['a'], 1)", "1: hasChildren() expects 0 or 1 argument, but got 2 instead."),
        Row("data.hasChild(1)", "15: hasChild() expects argument 1 to be a string, but got number."),
        Row("data.child(null).exists()", "12: child() expects argument 1"),
        Row("data.child(data).exists()", "12: child() expects argument 1"),
        Row("auth.foo.contains(7)", "19: contains() expects argument 1"),
        Row("$key.replace('a', 7) === ''", "19: replace() expects argument 2 to be a string"),
        Row("data.hasChildren('a')", "18: hasChildren() expects a list of strings, but got string."),
        Row("data.hasChildren([])", "18: hasChildren() expects a list with at least one string."),
        Row("data.hasChildren(['a', 1])", "24: hasChildren() expects a list of strings, but this is number."),
        Row("data.val().matches('/x/')", "20: matches() expects a regular expression, but got string."),
        Row("data.val().matches(auth.x)", "20: matches() expects a regular"),
        Row("$key.contains(/a/)", "15: A regular expression is only the argument of matches()."),
        Row("/a/ === 1", "1: A regular expression is only"), Row("['a'] === 1", "1: A list is only the argument"),
        Row("auth['a'] === ['a']", "15: A list is only"), Row("(true ? query : query).orderByKey", "9: The values of ?: may not be Query."),
        // Names.
        Row("undefined === auth", "1: Unknown variable 'undefined'."), Row("$other === 'a'", "1: Unknown variable '$other'."),
        Row("$Key === 'a'", "1: Unknown variable '$Key'."), Row("Math.abs(1) === 1", "1: Unknown variable 'Math'."),
        Row("newData.exists()", "1: Unknown variable 'newData'.", kind: .read),
        Row("query.orderByKey", "1: Unknown variable 'query'.", kind: .validate),
        // Grammar.
        Row("true true", "6: Syntax error: unexpected 'true'."), Row("(true", "6: Expected ), but the expression ends."),
        Row("true)", "5: Syntax error: unexpected ')'."),
        Row("true &&", "8: Unexpected end of expression."), Row("&& true", "1: Syntax error: unexpected '&&'."),
        Row("true ? true", "12: Expected : and the other value"), Row("auth.", "6: Expected a name after ., but the expression ends."),
        Row("auth[1", "7: Expected ], but the expression ends."), Row("data.child('a'", "15: Expected , or ), but the expression ends."),
        Row("data.child('a',)", "16: Syntax error: unexpected ')'."),
        Row("auth = null", "6: Rule expressions may not contain the = operator."),
        Row("true & true", "6: Rule expressions may not contain the & operator."),
        Row("true | true", "6: Rule expressions may not contain the | operator."),
        Row("2 ** 2 === 4", "3: Rule expressions may not contain the ** operator."), Row("1 ^ 1 === 0", "3: Rule"),
        Row("~1 === 0", "1: Rule"), Row("1 << 1 === 2", "3: Rule"), Row("1 >>> 1 === 0", "3: Rule"),
        Row("now++ === 1", "4: Rule expressions may not contain the ++"), Row("--now === 1", "1: Rule expressions may not contain the --"),
        Row("now += 1", "5: Rule"), Row("true; true", "5: Rule expressions may not contain the ; operator."),
        Row("'a' in auth", "5: Rule expressions may not contain the in operator."),
        Row("auth instanceof x", "6: Rule expressions may not contain the instanceof operator."),
        Row("typeof auth === 'x'", "1: Rule expressions may not contain typeof."),
        Row("var x = 1", "1: Rule expressions may not contain var."), Row("function() {}", "1: Rule expressions may not contain function."),
        Row("{} === null", "1: Rule"), Row("`a` === 'a'", "1: Rule"), Row("auth?.uid === 1", "5: Rule"),
        Row("true, true", "5: Syntax error: unexpected ','."), Row("x => true", "3: Rule"), Row("#", "1: Unexpected character '#'."),
        Row("ä === 1", "1: Unexpected character 'ä'."),
        // Literals.
        Row("'a", "1: The string does not end."), Row("'a\n' === ''", "1: The string does not end on its line."),
        Row("1a === 1", "1: '1a' is not a number."), Row("010 === 8", "1: A number does not begin with 0."),
        Row("0x === 0", "1: Expected hexadecimal digits"),
        Row("1e999 > 0", "1: This number is too large."), Row("'\\ud800' === ''", "2: This is half of a character."),
        Row("'\\xZZ' === ''", "2: Expected 2 hexadecimal digits."), Row("'\\01' === ''", "2: Strings have no octal escapes."),
        Row("$key.matches(/a)", "14: The regular expression does not end."), Row("true /* x", "6: The comment does not end."),
        Row("$key.matches(/a/g)", "17: The only flag of a regular expression is i."), Row("$key.matches(/a/ii)", "17: The only flag"),
    ]

    @Test(arguments: rows) func invalidExpressionsAreReported(_ row: Row) {
        let found = problems(row.expression, row.kind)
        #expect(found.count == row.problems.count, "\(found)")
        for (problem, expected) in zip(found, row.problems) { #expect(problem.hasPrefix(expected), "\(problem)") }
    }

    @Test(arguments: [
        ("newdata.exists()", "Did you mean newData?"), ("rot.exists()", "Did you mean root?"), ("data.exist()", "Did you mean exists?"),
        ("data.hasChilden()", "Did you mean hasChildren?"),
        ("$key.startsWith('a')", nil), ("$kye === 'a'", "Did you mean $key?"), ("query.limitToFrist < 1", "Did you mean limitToFirst?"),
        ("auth.uid = $key", "Use === to compare."),
        ("data.users.exists()", "Use child('users') for a child, or val() for the value."),
        ("undefined == auth", "Missing values are null."),
    ]) func problemsHaveAHint(_ expression: String, _ hint: String?) throws {
        let error = #expect(throws: RulesError.self) {
            _ = try SecurityRules("{\"rules\": {\"$key\": {\".write\": \(quoted(expression))}}}")
        }
        #expect(try #require(error?.problems.first).hint == hint)
    }
}
