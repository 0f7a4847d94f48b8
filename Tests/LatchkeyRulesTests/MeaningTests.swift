import LatchkeyRules
import LatchkeyTree
import Testing

/// The values of expressions: operators, members, methods and their errors.
@Suite struct MeaningTests {
    /// Every construct that rules may contain, for tests that modify it.
    static let everything = #"""
        {
          "rules": { // all of it
            ".read": "auth != null && (auth.token.admin === true || query.limitToFirst <= 10)",
            "a": {
              "$b": {
                ".indexOn": ["x", "y/z", ".value"],
                ".write": "root.child('a/' + $b).val() !== newData.child('n').val() ? !data.exists() : now - 1.5e3 > -data.parent().getPriority() % 7",
                ".validate": "newData.hasChildren(['n', $b]) && newData.val().matches(/^[a-z]+(x|y){2,3}$/i)
                   && newData.child('t').val().replace('\u00e4', \"b\").length >= 0x1F",
                "$other": { ".validate": false }
              }
            }
          }
        }
        """#

    static let root = """
        {"place": {"k1": {"n": 7, "t": "Text", "b": true, "o": {"x": 1, "y": "two"}, "p": {".value": 5, ".priority": "high"}, "q": {".priority": 3, "z": 1}, "empty": ""}},
         "users": {"ada": {"role": "owner"}}, "five": 5, "k1": "found"}
        """

    /// True, false, or false because of an error: then the expression is also false with `|| true` appended.
    enum Outcome: Sendable { case yes, no, error }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let outcome: Outcome
        init(_ expression: String, _ outcome: Outcome) {
            testDescription = expression
            self.outcome = outcome
        }
    }

    static let equality: [Row] = [
        Row("1 == 1", .yes), Row("1 === 1.0", .yes), Row("'1' == 1", .no), Row("'1' != 1", .yes), Row("null == false", .no),
        Row("null == 0", .no), Row("null === null", .yes), Row("'' == null", .no),
        Row("'a' == 'a'", .yes), Row("'a' == 'A'", .no), Row("'\\u00e4' == 'a\\u0308'", .no), Row("0/0 == 0/0", .no),
        Row("0/0 != 0/0", .yes), Row("auth == null", .no), Row("auth != null", .yes),
        Row("data.val() == null", .no), Row("data.child('none').val() == null", .yes), Row("null == data.child('none').val()", .yes),
        Row("data.child('n').val() == 7", .yes), Row("data.child('b').val() == true", .yes),
        Row("data.child('o').val() == data.child('o').val()", .no), Row("auth.token == auth.token", .no), Row("auth.uid == 'ada'", .yes),
        Row("'ada' == auth.uid", .yes), Row("auth.none == null", .yes), Row("true == (1 == 1)", .yes),
        Row("$key === 'k1'", .yes), Row("'k1' === $key", .yes), Row("$key !== 'k1'", .no), Row("auth.token.level === 3", .yes),
        Row("$key === auth.uid", .no), Row("auth.uid === $key + ''", .no), Row("data.child('t').val() === 'Te' + 'xt'", .yes),
    ]

    static let order: [Row] = [
        Row("1 < 2", .yes), Row("2 <= 2", .yes), Row("3 > 4", .no), Row("4 >= 4", .yes), Row("'a' < 'b'", .yes), Row("'B' < 'a'", .yes),
        Row("'a' < 'aa'", .yes), Row("'10' < '9'", .yes), Row("'\\ud83d\\ude00' < '\\uffee'", .yes),
        Row("null <= null", .yes), Row("null < null", .no), Row("0/0 < 1", .no), Row("0/0 >= 1", .no), Row("auth.token.level > 2", .yes),
        Row("auth.uid > 2", .error), Row("auth.none > 2", .error), Row("auth.none > auth.nothing", .no),
        Row("auth.none >= auth.nothing", .yes),
        Row("data.child('b').val() > data.child('b').val()", .error), Row("data.val() > 1", .error), Row("auth.token > 1", .error),
        Row("data.child('n').val() > 'a'", .error), Row("data.child('t').val() > 'A'", .yes),
    ]

    static let arithmetic: [Row] = [
        Row("1 + 2 === 3", .yes), Row("1 + 2 * 3 === 7", .yes), Row("(1 + 2) * 3 === 9", .yes), Row("10 - 3 - 2 === 5", .yes),
        Row("12 / 3 / 2 === 2", .yes), Row("7 % 3 === 1", .yes), Row("-7 % 3 === -1", .yes), Row("5.5 % 2 === 1.5", .yes),
        Row("1 / 0 > 0", .no), Row("1 / 0 === 1 / 0", .no),
        Row("5 % 0 === 5 % 0", .no), Row("-(-1) === 1", .yes), Row("'a' + 'b' === 'ab'", .yes), Row("'a' + 1 === 'a1'", .yes),
        Row("1 + 'a' === '1a'", .yes), Row("1 + 2 + 'a' === '3a'", .yes), Row("'a' + 1 + 2 === 'a12'", .yes),
        Row("'' + 1.5 === '1.5'", .yes), Row("'' + 1e21 === '1e+21'", .yes),
        Row("'' + 0.1 * 3 === '0.30000000000000004'", .yes), Row("'' + 0/0 === 'NaN'", .yes), Row("'' + (0/0) === 'NaN'", .yes),
        Row("'' + 100 === '100'", .yes), Row("'' + -0.0000001 === '-1e-7'", .yes), Row("auth.none + 'a' === 'a'", .error),
        Row("data.child('b').val() + 'a' === ''", .error), Row("auth.token + 'a' === ''", .error),
        Row("data.child('n').val() + 1 === 8", .yes), Row("data.child('t').val() + 1 === 'Text1'", .yes),
        Row("data.val() + 1 === 1", .error), Row("auth.uid - 1 === 0", .error), Row("auth.none * 1 === 0", .error),
        Row("-auth.uid === 0", .error), Row("-auth.token.level === -3", .yes), Row("now === 1700000000000", .yes),
        Row("now + 1 > now", .yes),
    ]

    static let logic: [Row] = [
        Row("true && false", .no), Row("true || false", .yes), Row("!true", .no), Row("true && true && false", .no),
        Row("false || false || true", .yes), Row("true || false && false", .yes), Row("1 == 1 ? true : false", .yes),
        Row("(true?.5:1) === 0.5", .yes), Row("(false ? 'a' : 1) === 1", .yes), Row("(true ? 1 : null) === 1", .yes),
        Row("-(false ? 'a' : 2) < 0", .yes), Row("-(true ? 'a' : 2) < 0", .error),
        Row("false ? true : true ? false : true", .no),
        Row("auth.none > 1 || true", .error), Row("true || auth.none > 1", .yes), Row("false && auth.none > 1", .no),
        Row("auth.none > 1 && false", .error), Row("!(auth.none > 1)", .error), Row("(auth.none > 1) === false", .error),
        Row("true ? true : auth.none > 1", .yes), Row("false ? true : auth.none > 1", .error),
        Row("(auth.none > 1 ? true : true)", .error), Row("(true ? data : newDataIsNot('x')).exists()", .error),
        Row("(true ? data : root).child('n').val() === 7", .yes), Row("(false ? data : root).child('five').val() === 5", .yes),
        Row("(true ? data : 1) === 1", .no), Row("(false ? data : 1) === 1", .yes),
        Row("(true ? data.child('n') : root).parent().child('t').isString()", .yes),
    ].filter { !$0.testDescription.contains("newDataIsNot") }

    static let members: [Row] = [
        Row("auth.uid === 'ada'", .yes), Row("auth['uid'] === 'ada'", .yes), Row("auth.token.admin === true", .yes),
        Row("auth.none.none.none === null", .yes), Row("auth.uid.none === null", .yes), Row("auth['to' + 'ken'].level === 3", .yes),
        Row("auth[$key] === null", .yes), Row("auth[auth.none] === null", .yes), Row("auth.token.list[0] === 'zero'", .yes),
        Row("auth.token.list['1'] === 1", .yes),
        Row("auth.token.list[2] === null", .yes), Row("auth.token.list[-1] === null", .yes), Row("auth.token.list[0.5] === null", .yes),
        Row("auth.token.list.length === null", .yes), Row("auth.token.length === 5", .yes), Row("'abc'.length === 3", .yes),
        Row("'\\ud83d\\ude00'.length === 2", .yes), Row("''.length === 0", .yes), Row("data.child('t').val().length === 4", .yes),
        Row("data.child('n').val().length === null", .yes),
        Row("data.child('n').val().length > 1", .error), Row("data.child('none').val().length > 1", .error),
        Row("$key.length === 2", .yes),
    ]

    static let snapshots: [Row] = [
        Row("data.exists()", .yes), Row("data.child('none').exists()", .no), Row("data.child('empty').exists()", .yes),
        Row("data.child('o/x').val() === 1", .yes), Row("data.child('/o/x/').val() === 1", .yes),
        Row("data.child('o//x').val() === 1", .yes), Row("data.child('').exists()", .no), Row("data.child('/').exists()", .no),
        Row("data.child('a.b').exists()", .no), Row("data.child('a.b').val() === null", .yes),
        Row("data.child('o/a.b/x').exists()", .no), Row("data.child('n/deeper').exists()", .no),
        Row("root.child('users').child(auth.uid).child('role').val() === 'owner'", .yes),
        Row("root.child('users/' + auth.uid + '/role').val() === 'owner'", .yes), Row("root.child(auth.none).exists()", .error),
        Row("root.child(data.child('n').val()).exists()", .error), Row("root.child($key).val() === 'found'", .yes),
        Row("data.parent().child('k1').exists()", .yes), Row("data.parent().parent().child('five').val() === 5", .yes),
        Row("data.parent().parent().parent().exists()", .error), Row("root.parent().exists()", .error),
        Row("root.child('five').parent().child('five').exists()", .yes), Row("data.child('o/x').parent().child('y').val() === 'two'", .yes),
        Row("data.child('o/x').parent().parent().child('n').val() === 7", .yes),
        Row("data.child('o/x').parent().parent().parent().parent().child('five').exists()", .yes),
        Row("data.child('a.b').parent().child('n').exists()", .yes), Row("data.child('').parent().child('n').exists()", .yes),
        Row("data.child('a.b/c').parent().parent().child('n').exists()", .yes),
        Row("data.child('a.b/c').parent().child('n').exists()", .no),
        Row("data.child('none/none').parent().parent().child('n').exists()", .yes),
        Row("data.child($key).parent().child('n').exists()", .yes), Row("data.hasChild('n')", .yes), Row("data.hasChild('o/x')", .yes),
        Row("data.hasChild('none')", .no), Row("data.hasChild('')", .no), Row("data.hasChild('a.b')", .no),
        Row("data.hasChild(auth.none)", .error),
        Row("data.hasChild($key)", .no), Row("root.hasChild($key)", .yes), Row("data.hasChildren()", .yes),
        Row("data.child('n').hasChildren()", .no), Row("data.child('none').hasChildren()", .no), Row("data.hasChildren(['n', 't'])", .yes),
        Row("data.hasChildren(['n', 'none'])", .no), Row("data.hasChildren(['o/x'])", .yes),
        Row("data.hasChildren(['none', auth.none])", .error), Row("root.hasChildren([$key])", .yes),
        Row("data.child('t').isString()", .yes), Row("data.child('n').isString()", .no), Row("data.child('n').isNumber()", .yes),
        Row("data.child('b').isBoolean()", .yes), Row("data.child('none').isBoolean()", .no), Row("data.isString()", .no),
        Row("data.child('p').isNumber()", .yes), Row("data.child('p').val() === 5", .yes),
        Row("data.child('p').getPriority() === 'high'", .yes), Row("data.child('q').getPriority() === 3", .yes),
        Row("data.child('n').getPriority() === null", .yes),
        Row("data.child('none').getPriority() === null", .yes), Row("query.orderByKey", .yes),
        Row("query.orderByValue || query.orderByPriority", .no),
        Row("query.orderByChild === null && query.startAt === null && query.endAt === null && query.equalTo === null", .yes),
        Row("query.limitToFirst === null && query.limitToLast === null", .yes), Row("query.limitToFirst <= 10", .error),
    ]

    static let strings: [Row] = [
        Row("'abc'.contains('b')", .yes), Row("'abc'.contains('ac')", .no), Row("'abc'.contains('')", .yes), Row("''.contains('')", .yes),
        Row("'aab'.contains('ab')", .yes), Row("'abababc'.contains('ababc')", .yes), Row("'abc'.beginsWith('ab')", .yes),
        Row("'abc'.beginsWith('b')", .no), Row("'abc'.beginsWith('')", .yes), Row("'abc'.beginsWith('abcd')", .no),
        Row("'abc'.endsWith('bc')", .yes), Row("'abcabc'.endsWith('abc')", .yes), Row("'abc'.endsWith('b')", .no),
        Row("'abc'.endsWith('')", .yes),
        Row("'a.b.c'.replace('.', ',') === 'a,b,c'", .yes), Row("'aaa'.replace('aa', 'b') === 'ba'", .yes),
        Row("'abc'.replace('x', 'y') === 'abc'", .yes), Row("'a.c'.replace('a.c', '$&') === '$&'", .yes),
        Row("'abc'.replace('b', '') === 'ac'", .yes), Row("'Abc'.toLowerCase() === 'abc'", .yes),
        Row("'\\u00c4bc'.toLowerCase() === '\\u00e4bc'", .yes), Row("'abc'.toUpperCase() === 'ABC'", .yes),
        Row("'\\u00df'.toUpperCase() === 'SS'", .yes), Row("'a1'.matches(/^[a-z][0-9]$/)", .yes), Row("'a1b'.matches(/[0-9]/)", .yes),
        Row("'ab'.matches(/[0-9]/)", .no),
        Row("auth.none.contains('a')", .error), Row("auth.token.level.contains('3')", .error), Row("auth.none.matches(/a/)", .error),
        Row("auth.none.toLowerCase() === ''", .error), Row("'abc'.contains(auth.none)", .error),
        Row("'abc'.replace('a', auth.token.level) === ''", .error), Row("data.child('t').val().contains('ex')", .yes),
        Row("data.child('n').val().contains('7')", .error), Row("data.val().contains('7')", .error),
        Row("data.child('t').val().toLowerCase() === 'text'", .yes),
    ]

    @Test(arguments: [equality, order, arithmetic, logic, members, snapshots, strings].flatMap { $0 }) func expressionHasTheSpecifiedResult(
        _ row: Row
    ) throws {
        let root = try node(Self.root)
        let auth: AuthValue = ["uid": "ada", "provider": "x", "token": ["admin": true, "level": 3, "length": 5, "list": ["zero", 1]]]
        let expression = row.testDescription
        // An expression that fails the type check cannot be evaluated.
        guard problems(expression).isEmpty else {
            #expect(row.outcome == .error)
            return
        }
        #expect(try evaluate(expression, root: root, auth: auth) == (row.outcome == .yes))
        #expect(try evaluate("(\(expression)) || true", root: root, auth: auth) == (row.outcome != .error))
        #expect(try evaluate("!(\(expression))", root: root, auth: auth) == (row.outcome == .no))
    }

    @Test func withoutAuthItsMembersAreNull() throws {
        #expect(try evaluate("auth === null && auth.uid === null && auth.token.admin === null && auth['a'] === null", auth: .null))
        #expect(try !evaluate("auth.uid.contains('a') || true", auth: .null))
        #expect(try !evaluate("auth.level > 1 || true", auth: .null))
    }

    @Test func queriesShowThemselves() throws {
        let rules = try SecurityRules(
            """
            {"rules": {
              "limited": {".read": "query.orderByKey && query.limitToFirst <= 100"},
              "mine": {".read": "query.orderByChild === 'owner' && query.equalTo === auth.uid"},
              "range": {".read": "query.orderByValue && query.startAt >= 5 && query.endAt === 'z'"},
              "late": {".read": "query.orderByPriority && !query.orderByKey && query.limitToLast === 3"},
              "deep": {".read": "query.orderByChild === 'a/b'"}
            }}
            """)
        #expect(try rules.reads("limited", query: RulesQuery(limitToFirst: 100)))
        #expect(try !rules.reads("limited", query: RulesQuery(limitToFirst: 101)))
        #expect(try !rules.reads("limited"))
        #expect(try rules.reads("mine", auth: ada, query: RulesQuery(order: .child("owner"), equalTo: "ada")))
        #expect(try !rules.reads("mine", auth: ada, query: RulesQuery(order: .child("owner"), equalTo: "bob")))
        #expect(try !rules.reads("mine", auth: ada, query: RulesQuery(equalTo: "ada")))
        #expect(try rules.reads("range", query: RulesQuery(order: .value, startAt: 5, endAt: "z")))
        #expect(try rules.reads("late", query: RulesQuery(order: .priority, limitToLast: 3)))
        #expect(try rules.reads("deep", query: RulesQuery(order: .child("a/b"))))
    }

    @Test func newDataIsTheDataAfterTheWrite() throws {
        let before = try node(#"{"place": {"k1": {"a": 1, "b": 2}}, "other": 1}"#)
        let after = try node(#"{"place": {"k1": {"a": 2, "c": 3}, "k2": 1}, "other": 1}"#)
        for kind in [RuleKind.write, .validate] {
            #expect(try evaluate("newData.child('a').val() === 2 && data.child('a').val() === 1", kind, root: before, after: after))
            #expect(try evaluate("newData.parent().hasChild('k2') && !data.parent().hasChild('k2')", kind, root: before, after: after))
            #expect(
                try evaluate(
                    "newData.parent().parent().child('place/k1/c').parent().child('a').val() === 2", kind, root: before, after: after))
            #expect(try evaluate("root.child('place/k1/b').exists() && !newData.child('b').exists()", kind, root: before, after: after))
            #expect(try !evaluate("newData.parent().parent().parent().exists() || true", kind, root: before, after: after))
            #expect(
                try evaluate(
                    "(data.exists() ? newData : data).child('c').parent().parent().child('k2').val() === 1", kind, root: before,
                    after: after))
        }
    }

    @Test func textsThatGrowWithoutEndAreErrors() throws {
        let root = try node("{\"place\": {\"k1\": \"\(String(repeating: "a", count: 300_000))\"}}")
        #expect(try evaluate("data.val().replace('a', 'bb').length === 600000", root: root))
        #expect(try !evaluate("data.val().replace('a', data.val()).length > 0 || true", root: root))
        #expect(try !evaluate("(data.val()\(String(repeating: " + data.val()", count: 120))).length > 0 || true", root: root))
        // Quadratic searches would take minutes here.
        #expect(try !evaluate("data.val().contains(data.val().replace('aa', 'a') + 'b')", root: root))
    }
}
