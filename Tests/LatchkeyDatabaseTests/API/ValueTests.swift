import Foundation
import LatchkeyTree
import Testing

@testable import LatchkeyDatabase

@Suite struct ValueTests {
    /// A value that an app writes, and the resulting tree in export format.
    static let values: [(String, @Sendable () -> Any?, String)] = [
        ("nothing", { nil }, "null"),
        ("NSNull", { NSNull() }, "null"),
        ("a string", { "text" }, #""text""#),
        ("a part of a string", { "text".dropFirst() }, #""ext""#),
        ("an integer", { 5 }, "5"),
        ("a small integer", { UInt8(200) }, "200"),
        ("a number", { 0.5 }, "0.5"),
        ("a float", { Float(0.5) }, "0.5"),
        ("true is no 1", { true }, "true"),
        ("1 is no true", { 1 }, "1"),
        ("a boolean of Foundation", { NSNumber(value: true) }, "true"),
        ("a number of Foundation", { NSNumber(value: 1) }, "1"),
        ("a fraction of Foundation", { NSNumber(value: 1.25) }, "1.25"),
        ("a decimal number", { Decimal(string: "2.5") }, "2.5"),
        ("an array", { [1, 2] }, #"{"0":1,"1":2}"#),
        ("an array with holes", { [1, nil, 3] as [Int?] }, #"{"0":1,"2":3}"#),
        ("mixed arrays", { [1, "a", [true]] as [Any] }, #"{"0":1,"1":"a","2":{"0":true}}"#),
        ("an array of Foundation", { NSArray(array: [1]) }, #"{"0":1}"#),
        ("a dictionary", { ["b": 1, "a": "x"] as [String: Any] }, #"{"a":"x","b":1}"#),
        ("a dictionary with nil in it", { ["b": 1, "a": nil] as [String: Any?] }, #"{"b":1}"#),
        ("a dictionary of Foundation", { NSDictionary(dictionary: ["a": 1]) }, #"{"a":1}"#),
        ("an empty dictionary is nothing", { [String: Any]() }, "null"),
        ("a dictionary of nothing is nothing", { ["a": [String: Any]()] }, "null"),
        ("a priority", { [".value": 1, ".priority": "p"] as [String: Any] }, #"{".value":1,".priority":"p"}"#),
        ("an object's priority", { ["a": 1, ".priority": 2] as [String: Any] }, #"{".priority":2,"a":1}"#),
        ("the server's time", { LatchkeyDatabase.ServerValue.timestamp() }, #"{".sv":"timestamp"}"#),
        ("an increment", { LatchkeyDatabase.ServerValue.increment(3) }, #"{".sv":{"increment":3}}"#),
        ("a deep server value", { ["at": LatchkeyDatabase.ServerValue.timestamp()] }, #"{"at":{".sv":"timestamp"}}"#),
    ]

    @Test(arguments: values.indices) func valuesOfAppsBecomeTrees(index: Int) throws {
        let (name, value, json) = Self.values[index]
        #expect(try ValueReader.node(value(), at: .root).json(.export) == json, "\(name)")
    }

    static let badValues: [(String, @Sendable () -> Any?, String)] = [
        ("no number", { Double.nan }, "finite"),
        ("infinite", { [1, Double.infinity] }, "finite"),
        ("a date", { Date() }, "A Date cannot be written"),
        ("data in a dictionary", { ["a": Data()] }, "A Data cannot be written"),
        ("a key that is none", { ["a.b": 1] }, "Invalid key \"a.b\""),
        ("an empty key", { ["": 1] }, "Invalid key \"\""),
        ("a key that is too long", { [String(repeating: "k", count: 769): 1] }, "Invalid key"),
        ("a key that is a number", { [1: 2] }, "Keys are strings"),
        ("an unknown server value", { [".sv": "random"] }, "Unknown server value"),
        ("a value beside children", { [".value": 1, "a": 2] }, "cannot stand beside"),
        ("a priority that is true", { [".value": 1, ".priority": true] as [String: Any] }, "A priority is"),
        ("33 levels", { nested(33) }, "levels deep"),
        ("1,000 levels", { nested(1000) }, "levels deep"),
        ("a string that is too long", { String(repeating: "s", count: 10 * 1024 * 1024 + 1) }, "longer than"),
        ("too much", { (0..<20).map { _ in String(repeating: "s", count: 1024 * 1024) } }, "larger than 16777216 bytes"),
    ]

    static func nested(_ levels: Int) -> Any { (0..<levels).reduce(1 as Any) { value, _ in ["a": value] } }

    @Test(arguments: badValues.indices) func invalidValuesAreReportedAndNotSent(index: Int) async throws {
        let (name, value, text) = Self.badValues[index]
        let harness = Harness()
        let ref = harness.ref("a")
        let log = harness.log
        let told: DatabaseReference.WriteCompletion = { error, _ in
            log.add("\(error.map { "\($0.databaseCode) \($0.localizedDescription)" } ?? "ok")")
        }
        ref.setValue(value(), withCompletionBlock: told)
        ref.onDisconnectSetValue(value(), withCompletionBlock: told)
        ref.updateChildValues(["b": value() as Any], withCompletionBlock: told)
        let lines = await harness.told()
        #expect(lines.count == 3, "\(name)")
        for line in lines { #expect(line.hasPrefix("invalidArgument") && line.contains(text), "\(name): \(line)") }
        #expect(harness.server.calls() == [])
    }

    @Test func theKeysOfThePathCountAsLevels() throws {
        let path = try TreePath((0..<31).map { "k\($0)" }.joined(separator: "/"))
        #expect(try ValueReader.node(["a": 1], at: path).hasChildren)
        #expect(throws: (any Error).self) { try ValueReader.node(["a": ["b": 1]], at: path) }
    }

    @Test func numbersAndBooleansCastToTheRequestedType() throws {
        let value = try #require(try node(#"{"n":5,"f":0.5,"b":true,"s":"x"}"#).plainValue as? [String: Any])
        #expect(value["n"] as? Int == 5)
        #expect(value["n"] as? Double == 5)
        #expect(value["f"] as? Double == 0.5)
        #expect(value["f"] as? Int == nil)
        #expect(value["b"] as? Bool == true)
        #expect(value["s"] as? String == "x")
        #expect("\(try #require(value["n"]))" == "5")
    }

    /// Trees, and whether apps see them as arrays (all keys are integers, and more than half of the elements exist).
    @Test(arguments: [
        (#"{"0":"a","1":"b"}"#, ["a", "b"] as [String?]),
        (#"{"0":"a","2":"c"}"#, ["a", nil, "c"]),
        (#"{"1":"b","2":"c"}"#, [nil, "b", "c"]),
        (#"{"0":"a","3":"d"}"#, ["a", nil, nil, "d"]), (#"{"0":"a","4":"e"}"#, nil), (#"{"0":"a","x":"d"}"#, nil),
        (#"{"0":"a","01":"d"}"#, nil), (#"{"-1":"a"}"#, nil),
    ]) func objectsOfSmallNumbersAreArrays(json: String, expected: [String?]?) throws {
        let value = try node(json).plainValue
        let array = (value as? [Any])?.map { $0 as? String }
        #expect(array == expected)
        #expect((value as? [String: Any] != nil) == (expected == nil))
        // Exported values are never arrays.
        #expect(try node(json).exportValue as? [String: Any] != nil)
    }

    @Test func exportedValuesCanBeWrittenAgain() throws {
        let tree = try node(#"{".priority":1,"a":{".value":2,".priority":"p"},"b":{"c":true,".priority":3},"d":"x"}"#)
        #expect(try ValueReader.node(tree.exportValue, at: .root) == tree)
        #expect(try ValueReader.node(tree.plainValue, at: .root).json(.export) == #"{"a":2,"b":{"c":true},"d":"x"}"#)
    }
}
