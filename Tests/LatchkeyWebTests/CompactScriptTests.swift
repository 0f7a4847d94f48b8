import Testing

@testable import LatchkeyWeb

@Suite struct CompactScriptTests {
    @Test func commentsAndIndentationAreLeftOut() {
        let script = """
            // A comment.
            const a = 1; // stays

            /**
             * The documentation.
             */
            function f() {
              /** One line. */
              return "// no comment, * nor this";
            }
            """
        let compact = """
            const a = 1; // stays
            function f() {
            return "// no comment, * nor this";
            }

            """
        #expect(String(decoding: CompactScript.bytes(of: Array(script.utf8)), as: UTF8.self) == compact)
    }

    @Test func emptyScriptStaysEmpty() {
        #expect(CompactScript.bytes(of: []) == [])
    }
}
