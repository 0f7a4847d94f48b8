import LatchkeyOAuth
import Testing

@Suite struct ParametersTests {
    @Test func keepsOrderAndDuplicates() throws {
        let parameters = try Parameters(formEncoded: "a3=2+q&c%40=&a3=a&c2")
        #expect(parameters == ["a3": "2 q", "c@": "", "a3": "a", "c2": ""])
        #expect(parameters["a3"] == "2 q")
        #expect(parameters.values(of: "a3") == ["2 q", "a"])
        #expect(parameters["absent"] == nil)
        #expect(parameters["c2"] == "")
    }

    @Test func onlyReturnsTheValueOfAUniqueName() throws {
        let parameters = try Parameters(formEncoded: "state=a&code=x&state=b")
        #expect(parameters.only("code") == "x")
        #expect(parameters.only("state") == nil)
        #expect(parameters.only("absent") == nil)
    }

    struct Form: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let expected: Parameters
        var testDescription: String { name }
    }

    static let forms: [Form] = [
        .init(name: "nothing at all", text: "", expected: [:]),
        .init(name: "empty pieces are skipped", text: "&a=1&&b=2&", expected: ["a": "1", "b": "2"]),
        .init(name: "an equals sign in a value belongs to it", text: "b5=%3D%253D&x=a=b", expected: ["b5": "=%3D", "x": "a=b"]),
        .init(name: "a name may be empty", text: "=v", expected: ["": "v"]),
        .init(name: "a semicolon is no separator", text: "a=1;b=2", expected: ["a": "1;b=2"]),
        .init(name: "a combining mark does not glue itself to a separator", text: "a=1&\u{301}=2", expected: ["a": "1", "\u{301}": "2"]),
    ]

    @Test(arguments: forms) func reads(_ form: Form) throws {
        #expect(try Parameters(formEncoded: form.text) == form.expected)
        #expect(try Parameters(formEncoded: Array(form.text.utf8)) == form.expected)
        #expect(try Parameters(formEncoded: form.expected.formEncoded) == form.expected)
    }

    @Test func writesSpacesAsEscapesNeverAsPlus() {
        let parameters: Parameters = ["status": "Hello Ladies + Gentlemen", "empty": "", "\u{E9}": "&"]
        #expect(parameters.formEncoded == "status=Hello%20Ladies%20%2B%20Gentlemen&empty=&%C3%A9=%26")
    }

    @Test(arguments: ["a=%", "a=%zz", "%FF=1", "ok=1&b=%C3"]) func refuses(_ text: String) {
        let error = oauthError { try Parameters(formEncoded: text) }
        #expect(error?.code == .malformedParameters)
        #expect(error?.hint != nil)
    }

    @Test func refusesMoreThanItsLimits() throws {
        let many = String(repeating: "a&", count: Parameters.maxFormCount)
        #expect(try Parameters(formEncoded: many).count == Parameters.maxFormCount)
        #expect(oauthError { try Parameters(formEncoded: many + "a") }?.code == .malformedParameters)
        let long = [UInt8](repeating: UInt8(ascii: "a"), count: Parameters.maxFormBytes)
        #expect(try Parameters(formEncoded: long).count == 1)
        #expect(oauthError { try Parameters(formEncoded: long + [0x61]) }?.code == .malformedParameters)
    }

    @Test func growsAtItsEnd() {
        var parameters: Parameters = [Parameter("a", "1")]
        parameters.append("a", "2")
        parameters.append(contentsOf: ["b": "3"])
        #expect(parameters + ["c": ""] == ["a": "1", "a": "2", "b": "3", "c": ""])
        #expect(parameters.count == 3)
        #expect(parameters.map(\.value) == ["1", "2", "3"])
    }
}
