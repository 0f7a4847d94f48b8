import LatchkeyWire
import Testing

@Suite struct WireErrorTests {
    struct Parsed: Sendable {
        let text: String
        let code: WireErrorCode
        let detail: String?
        init(_ text: String, _ code: WireErrorCode, _ detail: String?) {
            self.text = text
            self.code = code
            self.detail = detail
        }
    }

    @Test(arguments: [
        Parsed("EMAIL_EXISTS", .emailExists, nil),
        Parsed("WEAK_PASSWORD : Too short", .weakPassword, "Too short"),
        Parsed("WEAK_PASSWORD:Too short ", .weakPassword, "Too short"),
        Parsed("INVALID_IDP_RESPONSE : it said: no : never", .invalidIDPResponse, "it said: no : never"),
        Parsed("EMAIL_EXISTS : ", .emailExists, nil),
        Parsed("NEW_CODE", WireErrorCode(rawValue: "NEW_CODE"), nil),
        Parsed("", WireErrorCode(rawValue: ""), nil),
    ])
    func parsesMessages(_ row: Parsed) {
        #expect(WireErrorMessage(parsing: row.text) == WireErrorMessage(row.code, detail: row.detail))
    }

    @Test func neverWritesASecondSeparator() {
        #expect(WireErrorMessage(.invalidIDPResponse, detail: "no : never").text == "INVALID_IDP_RESPONSE : no: never")
        #expect(WireErrorMessage(.emailExists).text == "EMAIL_EXISTS")
        #expect(WireErrorMessage(.emailExists, detail: "").text == "EMAIL_EXISTS")
    }

    @Test func envelopeOfAnAccountErrorHasNoStatusWord() throws {
        let json =
            #"{"error":{"code":400,"errors":[{"domain":"global","message":"EMAIL_EXISTS","reason":"invalid"}],"#
            + #""message":"EMAIL_EXISTS"}}"#
        let envelope = WireErrorEnvelope(.emailExists)
        #expect(String(decoding: try WireEncoder.encode(envelope), as: UTF8.self) == json)
        #expect(try WireDecoder.decode(WireErrorEnvelope.self, from: Array(json.utf8)) == envelope)
    }

    @Test func malformedBodyHasAnErrorEnvelope() throws {
        let envelope = WireErrorEnvelope(WireDecodingError(.syntax, problem: "is not valid JSON."))
        #expect(envelope.code == 400)
        #expect(envelope.status == "INVALID_ARGUMENT")
        #expect(envelope.errors.first?.reason == "parseError")
        #expect(envelope.message.hasPrefix("Invalid JSON payload received."))
    }

    @Test func readsAnEnvelopeWithTheLeast() throws {
        let envelope = try WireDecoder.decode(
            WireErrorEnvelope.self, from: Array(#"{"error":{"message":"USER_DISABLED"}}"#.utf8))
        #expect(envelope.parsedMessage.code == .userDisabled)
        #expect(envelope.code == 0)
    }

    @Test func everyCodeIsOneWordOfCapitals() {
        #expect(Set(WireErrorCode.all).count == WireErrorCode.all.count)
        for code in WireErrorCode.all {
            #expect(code.rawValue.allSatisfy { $0 == "_" || ("A"..."Z").contains($0) }, "\(code)")
        }
    }
}
