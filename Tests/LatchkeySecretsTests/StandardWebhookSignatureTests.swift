import Foundation
import LatchkeySecrets
import Testing

@Suite struct StandardWebhookSignatureTests {
    /// The example in the tests of the specification's reference libraries.
    private static let secret: Secret<String> = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    private static let expected = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="

    @Test func theExampleOfTheSpecificationHasItsSignature() throws {
        let signature = try #require(StandardWebhookSignature(secrets: [Self.secret]))
        let body = Array(#"{"test": 2432232314}"#.utf8)
        #expect(signature.text(id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: body) == Self.expected)
        #expect(signature.text(id: "msg_other", timestamp: 1_614_265_330, body: body) != Self.expected)
    }

    @Test func everySecretSigns() throws {
        let other = StandardWebhookSignature.newSecret()
        let both = try #require(StandardWebhookSignature(secrets: [other, Self.secret]))
        let alone = try #require(StandardWebhookSignature(secrets: [other]))
        let texts = both.text(id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: Array(#"{"test": 2432232314}"#.utf8))
        let first = alone.text(id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: Array(#"{"test": 2432232314}"#.utf8))
        #expect(texts == first + " " + Self.expected)
    }

    @Test func aNewSecretHasTheFormOfTheSpecification() throws {
        let (one, other) = (StandardWebhookSignature.newSecret().expose(), StandardWebhookSignature.newSecret().expose())
        #expect(one.hasPrefix("whsec_") && one != other)
        #expect(Data(base64Encoded: String(one.dropFirst(6)))?.count == 32)
    }

    @Test(arguments: ["", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_AAAA", "whsec_not base64 at all, is it?!"])
    func otherTextsAreNoSecrets(_ text: String) {
        #expect(StandardWebhookSignature(secrets: [Self.secret, Secret(text)]) == nil)
    }
}
