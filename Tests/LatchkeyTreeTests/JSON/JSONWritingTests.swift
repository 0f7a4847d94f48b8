import LatchkeyTestSupport
import LatchkeyTree
import Testing

@Suite struct JSONWritingTests {
    /// From ECMA-262, Number::toString, and its rules about digits and exponents.
    @Test(
        arguments: [
            (0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (0.5, "0.5"), (100, "100"), (123456.789, "123456.789"),
            (1e20, "100000000000000000000"),
            (1e21, "1e+21"), (1.5e21, "1.5e+21"), (123456789012345683968, "123456789012345680000"),
            (1.2345678901234568e21, "1.2345678901234568e+21"),
            (1e-6, "0.000001"), (1.5e-6, "0.0000015"), (1e-7, "1e-7"), (1.5e-7, "1.5e-7"), (.leastNonzeroMagnitude, "5e-324"),
            (1.7976931348623157e308, "1.7976931348623157e+308"), (2.2250738585072014e-308, "2.2250738585072014e-308"),
            (0.1 + 0.2, "0.30000000000000004"),
            (9007199254740991, "9007199254740991"), (9007199254740992, "9007199254740992"), (-9007199254740994, "-9007199254740994"),
            (1730000000123, "1730000000123"), (4.35, "4.35"), (1e16, "10000000000000000"), (12e-7, "0.0000012"), (-1e-10, "-1e-10"),
            (123e-20, "1.23e-18"), (0.000123, "0.000123"), (4294967296, "4294967296"),
        ] as [(Double, String)]) func numbersAreWrittenAsJavaScriptWritesThem(number: Double, text: String)
    {
        #expect(JSONNumber.text(number) == text)
    }

    @Test func numbersReadBackAsTheSameBits() async throws {
        var dice = Dice("numbers")
        for await _ in Soak.standard.rounds(3000) {
            let number = Double(bitPattern: dice.next())
            guard number.isFinite else { continue }
            let text = Node.leaf(.number(number)).json()
            guard case .number(let again)? = try tree(text).value else {
                Issue.record("\(text)")
                continue
            }
            #expect(again.bitPattern == number.bitPattern)
        }
        #expect(Node.leaf(.number(-0.0)).json() == "-0")
    }

    @Test(arguments: [
        (#"{"0":"a","1":"b"}"#, #"["a","b"]"#), (#"{"0":"a","2":"c"}"#, #"["a",null,"c"]"#), (#"{"1":"b"}"#, #"[null,"b"]"#),
        (#"{"2":"c"}"#, #"{"2":"c"}"#), (#"{"1":1,"3":1}"#, #"[null,1,null,1]"#), (#"{"1":1,"4":1}"#, #"{"1":1,"4":1}"#),
        (#"{"0":1,"x":1}"#, #"{"0":1,"x":1}"#), (#"{"00":1,"1":1}"#, #"{"00":1,"1":1}"#), (#"{"-1":1,"0":1}"#, #"{"-1":1,"0":1}"#),
        (#"{"-0":1}"#, #"{"-0":1}"#), (#"{"01":1}"#, #"{"01":1}"#), (#"{"0":{"0":1},"1":{"a":1}}"#, #"[[1],{"a":1}]"#),
        (#"{"4294967296":1}"#, #"{"4294967296":1}"#), (#"{"a":[1,2,3]}"#, #"{"a":[1,2,3]}"#),
        (#"{"0":{".value":1,".priority":2},".priority":3}"#, "[1]"), (#"{"a":{".value":"x",".priority":"p"}}"#, #"{"a":"x"}"#),
    ]) func objectsWithMostlySmallNumbersAsKeysAreArraysAndPrioritiesDoNotShow(text: String, plain: String) throws {
        #expect(try tree(text).json() == plain)
        #expect(!(try tree(text).json(.export).contains("[")))
        #expect(try copy(tree(text)) == tree(text))
    }

    @Test func shallowIsOneLevel() throws {
        #expect(try tree(#"{"a":{"b":1},"c":2,"0":[1]}"#).json(.shallow) == #"{"0":true,"a":true,"c":true}"#)
        #expect(try tree("[1,2]").json(.shallow) == #"{"0":true,"1":true}"#)
        #expect(try tree(#"{".value":1,".priority":2}"#).json(.shallow) == "1")
        #expect(try tree("null").json(.shallow) == "null")
    }

    @Test func aRandomTreeIsTheSameAfterItWasWrittenAndRead() async throws {
        var dice = Dice("round trip")
        for await _ in Soak.standard.rounds(2000) {
            let model = Model.random(&dice, levels: 4)
            let node = try tree(model.json)
            #expect(node.json(.export) == model.json)
            #expect(try copy(node) == node)
            #expect(try tree(node.json()).json() == node.json())
        }
    }
}
