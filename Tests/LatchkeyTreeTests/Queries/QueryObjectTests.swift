import LatchkeyTree
import Testing

@Suite struct QueryObjectTests {
    private func keys(_ object: String, in json: String = #"{"a":1,"b":2,"c":2,"d":3,"e":"x"}"#) throws -> String {
        try Query(queryObject: object.utf8).orderedKeys(in: tree(json)).map(\.text).joined()
    }

    @Test(arguments: [
        ("{}", "abcde"), (#"{"i":".value"}"#, "abcde"), (#"{"l":2,"vf":"l"}"#, "ab"), (#"{"l":2,"vf":"r"}"#, "de"), (#"{"l":2}"#, "de"),
        (#"{"i":".value","sp":2,"l":2}"#, "bc"), (#"{"i":".value","sp":2}"#, "bcde"), (#"{"i":".value","sp":2,"sin":true}"#, "bcde"),
        (#"{"i":".value","sp":2,"sn":"c"}"#, "cde"), (#"{"i":".value","sp":2,"sn":"b","sin":false}"#, "cde"),
        (#"{"i":".value","sp":2,"sn":"[MAX_NAME]","sin":false}"#, "de"), (#"{"i":".value","sp":2,"sin":false}"#, "de"),
        (#"{"i":".value","sp":2,"sn":"[MIN_NAME]"}"#, "bcde"), (#"{"i":".value","sp":2,"sn":"[MAX_NAME]"}"#, "de"),
        (#"{"i":".value","ep":2}"#, "abc"), (#"{"i":".value","ep":2,"en":"b","ein":true}"#, "ab"),
        (#"{"i":".value","ep":2,"en":"b","ein":false}"#, "a"),
        (#"{"i":".value","ep":2,"en":"[MIN_NAME]","ein":false}"#, "a"), (#"{"i":".value","ep":2,"ein":false}"#, "a"),
        (#"{"i":".value","ep":2,"en":"[MAX_NAME]"}"#, "abc"), (#"{"i":".key","sp":"b","ep":"d"}"#, "bcd"),
        (#"{"i":".key","sp":"b","sn":"[MIN_NAME]","ep":"d","en":"[MAX_NAME]","ein":false,"sin":false}"#, "c"),
        (#"{"i":".key","sp":"[MIN_NAME]","ep":"b"}"#, "ab"), (#"{"i":".key","sp":"d","ep":"[MAX_NAME]"}"#, "de"),
        (#"{"sp":null,"sn":"c"}"#, "cde"), (#"{"i":".priority","sp":null,"sn":"c","l":1,"vf":"l","unknown":1}"#, "c"),
        (#"{"i":"x"}"#, "abcde"), (#"{"i":"x/y","sp":1}"#, ""),
    ]) func aQueryObjectIsReadAsClientsMeanIt(object: String, shown: String) throws {
        #expect(try keys(object) == shown)
    }

    @Test func clientsWithoutExclusiveBoundsMakeLongerKeys() throws {
        let long = "c" + String(repeating: "z", count: 785)
        #expect(try keys(#"{"i":".value","sp":2,"sn":"\#(long)"}"#) == "de")
        #expect(try keys(#"{"i":".key","sp":"b-"}"#) == "cde")
        #expect(throws: QueryError.key("startAt")) { try keys(#"{"i":".key","sp":"\#(long + long)"}"#) }
    }

    @Test(arguments: [
        "", "1", "[]", "[1]", #"{"i":1}"#, #"{"i":""}"#, #"{"i":"a.b"}"#, #"{"i":{}}"#, #"{"l":0}"#, #"{"l":-1}"#, #"{"l":1.5}"#,
        #"{"l":"1"}"#,
        #"{"l":1e99}"#, #"{"l":1,"vf":"x"}"#, #"{"i":".key","sp":1}"#, #"{"sp":true}"#, #"{"i":".value","sp":{}}"#,
        #"{"i":".value","sp":1,"sn":2}"#,
        #"{"i":".value","sp":[1]}"#, #"{"i":".key","#,
    ]) func invalidQueryObjectsAreRejected(object: String) {
        #expect(throws: QueryError.self) { try Query(queryObject: object.utf8) }
    }

    @Test(arguments: [
        ("{}", "{}"), (#"{"vf":"r","l":2}"#, #"{"l":2,"vf":"r"}"#), (#"{"i":"a/b","sp":1}"#, #"{"i":"a/b","sin":true,"sp":1}"#),
        (#"{"i":".value","sp":1,"sn":"[MAX_NAME]","sin":false}"#, #"{"i":".value","sin":false,"sn":"[MAX_NAME]","sp":1}"#),
        (#"{"i":".value","ep":1,"en":"[MIN_NAME]","ein":false}"#, #"{"ein":false,"en":"[MIN_NAME]","ep":1,"i":".value"}"#),
        (#"{"i":".key","sp":"a","ep":"a"}"#, #"{"ein":true,"ep":"a","i":".key","sin":true,"sp":"a"}"#),
        (#"{"sp":null,"sn":"k","l":3}"#, #"{"l":3,"sin":true,"sn":"k","sp":null,"vf":"l"}"#),
    ]) func aQueryIsWrittenAsClientsSendIt(object: String, text: String) throws {
        #expect(try Query(queryObject: object.utf8).queryObjectText == text)
    }
}
