import Foundation
import LatchkeyMail
import LatchkeySecrets
import Testing

@Suite struct WebhookSignatureTests {
    /// Computed with Python's hmac and hashlib.
    @Test func theKnownAnswer() {
        let signature = WebhookSignature(secret: "0123456789abcdef0123456789abcdef")
        #expect(
            signature.text(timestamp: 1_772_366_400, body: Array(#"{"a":1}"#.utf8))
                == "v1=d6f102980dc74a35254b9d465a225d98d889d9eee2db5b09eba162bf9a82a00f")
    }

    @Test func everyPartIsSigned() {
        let body = Array("body".utf8)
        let texts = [
            WebhookSignature(secret: "a secret").text(timestamp: 1, body: body),
            WebhookSignature(secret: "a secret").text(timestamp: 2, body: body),
            WebhookSignature(secret: "a secret").text(timestamp: 1, body: body + [0]),
            WebhookSignature(secret: "another").text(timestamp: 1, body: body),
        ]
        #expect(Set(texts).count == texts.count)
    }
}
