import LatchkeyRules
import LatchkeyTree
import Testing

/// The rules that are evaluated for each operation: a table of small rules and their consequences.
@Suite struct WhichRulesRunTests {
    enum Operation: Sendable {
        case read(String)
        /// Paths and values, written at once.
        case write([(String, String)])
        case remove(String)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rules: String
        var before = "null"
        let operation: Operation
        let isAllowed: Bool

        init(_ description: String, _ rules: String, before: String = "null", _ operation: Operation, _ isAllowed: Bool) {
            testDescription = description
            self.rules = rules
            self.before = before
            self.operation = operation
            self.isAllowed = isAllowed
        }
    }

    static let cascade = #"{"a": {".read": true, "b": {".read": false}}}"#
    static let typed = #"{"a": {".write": true, "x": {".validate": "newData.isString()"}}}"#
    static let complete = #"{"p": {".write": true, ".validate": "newData.hasChildren(['k1', 'k2'])"}}"#
    static let named = #"{"u": {"$id": {".read": true, ".write": true}, "admin": {}}}"#
    static let closed = #"{"f": {".write": true, "known": {".validate": "newData.isNumber()"}, "$other": {".validate": false}}}"#
    static let pair = #"{"x": {".write": "newData.parent().child('y').val() === newData.val()"}, "y": {".write": true}}"#

    static let rows: [Row] = [
        Row("a grant applies to all descendants", cascade, .read("a/b"), true),
        Row("a grant counts where no rules are", cascade, .read("a/c/d"), true),
        Row("no rules are no grant", cascade, .read("x"), false),
        Row("a grant below does not count above", #"{"a": {"b": {".read": true}}}"#, .read("a"), false),
        Row("the root's grant applies to all paths", #"{".read": true}"#, .read("a/b"), true),
        Row("a name hides the wildcard", named, .write([("u/admin", "1")]), false),
        Row("a name hides the wildcard from readers too", named, .read("u/admin/x"), false),
        Row("other names are the wildcard's", named, .write([("u/bob", "1")]), true),
        Row("a value of another type is refused", typed, .write([("a/x", "5")]), false),
        Row("a value of that type is taken", typed, .write([("a/x", "\"5\"")]), true),
        Row("what is removed is not validated", typed, before: #"{"a": {"x": "5"}}"#, .remove("a/x"), true),
        Row("what is not there is not validated", typed, .write([("a", #"{"y": 1}"#)]), true),
        Row("what is below is validated", typed, .write([("a", #"{"x": 1}"#)]), false),
        Row("children that are there count for those above", complete, before: #"{"p": {"k2": 1}}"#, .write([("p/k1", "1")]), true),
        Row("children that are missing count too", complete, .write([("p/k1", "1")]), false),
        Row("an update writes all that is needed", complete, .write([("p/k1", "1"), ("p/k2", "1")]), true),
        Row("what remains above a removal must hold", complete, before: #"{"p": {"k1": 1, "k2": 1}}"#, .remove("p/k1"), false),
        Row("all may be removed", complete, before: #"{"p": {"k1": 1, "k2": 1}}"#, .remove("p"), true),
        Row("an update needs every grant", #"{"a": {".write": true}}"#, .write([("a/x", "1"), ("b/y", "2")]), false),
        Row("in any order", #"{"a": {".write": true}}"#, .write([("b/y", "2"), ("a/x", "1")]), false),
        Row("an update of nothing is allowed", "{}", .write([]), true),
        Row("unknown fields are refused", closed, .write([("f", #"{"known": 1, "more": 2}"#)]), false),
        Row("unknown fields are refused alone", closed, .write([("f/more", "2")]), false),
        Row("known fields are taken", closed, .write([("f", #"{"known": 1}"#)]), true),
        Row("known fields of another type are not", closed, .write([("f", #"{"known": "1"}"#)]), false),
        Row("below a known field nothing is said", closed, .write([("f/known/deep", "1")]), false),
        Row("changes see each other", pair, .write([("x", "1"), ("y", "1")]), true),
        Row("changes see each other's values", pair, .write([("x", "1"), ("y", "2")]), false),
        Row("rules deeper than the change do not grant", #"{"a": {"b": {".write": true}}}"#, .write([("a", #"{"b": 1}"#)]), false),
        Row("root is the tree before", #"{"a": {".write": "!root.child('a').exists()"}}"#, .write([("a", "1")]), true),
        Row(
            "root is the tree before, again", #"{"a": {".write": "!root.child('a').exists()"}}"#, before: #"{"a": 1}"#,
            .write([("a", "2")]), false),
        Row(
            "data and newData are at the rule's place", #"{"a": {".write": "data.child('n').val() + 1 === newData.child('n').val()"}}"#,
            before: #"{"a": {"n": 1}}"#, .write([("a/n", "2")]), true),
        Row(
            "a validate above the grant counts", #"{".validate": "newData.hasChild('ok')", "a": {".write": true}}"#, .write([("a", "1")]),
            false),
        Row("a validate without a grant allows nothing", #"{"a": {".validate": true}}"#, .write([("a", "1")]), false),
        Row(
            "a wildcard binds what is below it", #"{"$a": {"$b": {".write": "$a === 'x' && $b === 'y'"}}}"#, .write([("x/y/z", "1")]), true),
        Row(
            "a wildcard binds in the order of the path", #"{"$a": {"$b": {".write": "$a === 'x' && $b === 'y'"}}}"#,
            .write([("y/x/z", "1")]), false),
        Row(
            "a wildcard binds for each child that is validated", #"{".write": true, "$k": {".validate": "newData.val() === $k"}}"#,
            .write([("", #"{"a": "a", "b": "b"}"#)]), true),
        Row(
            "a wildcard binds for each child, and one is wrong", #"{".write": true, "$k": {".validate": "newData.val() === $k"}}"#,
            .write([("", #"{"a": "a", "b": "c"}"#)]), false),
        Row(
            "data of a child that is validated is the child's",
            #"{".write": true, "l": {"$k": {".validate": "!data.exists() || data.val() === newData.val()"}}}"#,
            before: #"{"l": {"a": 1, "b": 2}}"#, .write([("l", #"{"a": 1, "b": 2, "c": 3}"#)]), true),
        Row(
            "data of a child that is validated is not its sibling's",
            #"{".write": true, "l": {"$k": {".validate": "!data.exists() || data.val() === newData.val()"}}}"#,
            before: #"{"l": {"a": 1, "b": 2}}"#, .write([("l", #"{"a": 2, "b": 2}"#)]), false),
        Row("a wildcard is a string even where it looks like a number", #"{"$n": {".read": "$n + 1 === '51'"}}"#, .read("5"), true),
        Row(
            "siblings of one update are validated each", #"{"$k": {".write": true, ".validate": "newData.val() === $k"}}"#,
            .write([("a", "\"a\""), ("b", "\"a\"")]), false),
        Row(
            "each change of an update sees its own new data", #"{"$k": {".write": true, ".validate": "newData.val() === $k"}}"#,
            .write([("a", "\"a\""), ("b", "\"b\"")]), true),
        Row(
            "each change of an update sees its own old data", #"{"$k": {".write": "data.val() === $k"}}"#, before: #"{"a": "a", "b": "b"}"#,
            .write([("a", "1"), ("b", "1")]), true),
        Row(
            "one grant of an update does not count for another change", #"{"l": {"$k": {".write": "$k === 'a'"}}}"#,
            .write([("l/a", "1"), ("l/b", "1")]), false),
        Row(
            "one grant above counts for all changes", #"{"l": {".write": true, "$k": {".validate": "$k !== 'c'"}}}"#,
            .write([("l/a", "1"), ("l/b", "1")]), true),
        Row(
            "one grant above does not validate all changes", #"{"l": {".write": true, "$k": {".validate": "$k !== 'c'"}}}"#,
            .write([("l/a", "1"), ("l/c", "1")]), false),
    ]

    @Test(arguments: rows) func verdict(_ row: Row) throws {
        let rules = try SecurityRules("{\"rules\": \(row.rules)}")
        let before = try node(row.before)
        let isAllowed =
            switch row.operation {
            case .read(let path): try rules.reads(path, before)
            case .write(let changes): try rules.writes(changes, before)
            case .remove(let path): try rules.writes([(path, "null")], before)
            }
        #expect(isAllowed == row.isAllowed)
    }

    @Test func validateAboveARemovalCanBeLeftOut() throws {
        var rules = try SecurityRules("{\"rules\": \(Self.complete)}")
        rules.validatesRemovals = false
        let before = try node(#"{"p": {"k1": 1, "k2": 1}}"#)
        #expect(try rules.writes([("p/k1", "null")], before))
        #expect(try !rules.writes([("p", #"{"k1": 1}"#)], before))
    }

    @Test func indexesAreThoseOfThePlace() throws {
        let rules = try SecurityRules(
            #"{"rules": {"scores": {".indexOn": ["score", "by/date", ".value"]}, "l": {"$x": {".indexOn": ".value"}, "named": {}}}}"#)
        #expect(rules.indexes(at: try TreePath("scores")) == [.child(try TreePath("score")), .child(try TreePath("by/date")), .value])
        #expect(rules.indexes(at: try TreePath("l/any")) == [.value])
        #expect(rules.indexes(at: try TreePath("l/named")).isEmpty)
        #expect(rules.indexes(at: try TreePath("l/any/deeper")).isEmpty)
        #expect(rules.indexes(at: .root).isEmpty)
    }
}
