import Foundation
import LatchkeyOAuth
import LatchkeySecrets
import Testing
import TwitterLogin

/// A request with a published signature, and everything that the signature was computed from.
struct PublishedSignature: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var method = "POST"
    /// Includes the query.
    let url: String
    var form: Parameters = [:]
    /// The parameters of the header besides those of every request.
    var extra: Parameters = [:]
    let consumer: OAuth1Consumer
    var token: OAuth1Token?
    let nonce: String
    let timestamp: Int
    var version: String? = "1.0"
    var baseString: String?
    let signature: String

    /// All signed parameters except the query.
    var params: Parameters {
        let own = PlainOAuth.oauthParameters(
            consumerKey: consumer.key, token: token?.token, now: Date(timeIntervalSince1970: Double(timestamp)), nonce: nonce)
        return own.filter { version != nil || $0.name != "oauth_version" } + extra + form
    }

    /// The result of the production module for the same request.
    func explained() throws -> OAuth1Signature {
        let date = Date(timeIntervalSince1970: Double(timestamp))
        let signer = OAuth1Signer(consumer: consumer, token: token, version: version, now: { date }, nonce: { [nonce] in nonce })
        return try signer.explain(method: method, url: url, form: form, extra: extra)
    }

    static let rfc = OAuth1Consumer(key: "dpf43f3p2l4k3l03", secret: "kd94hf93k423kf44")
    static let guide = OAuth1Consumer(key: "cChZNFj6T5R0TigYB9yd1w", secret: "L8qq9PZyRg6ieKGEKhZolGC0vJWLw8iEJ88DRdyOg")

    /// Twitter's "Creating a signature".
    static let twitterStatus = PublishedSignature(
        testDescription: "Twitter, a status", url: "https://api.twitter.com/1.1/statuses/update.json?include_entities=true",
        form: ["status": "Hello Ladies + Gentlemen, a signed OAuth request!"],
        consumer: OAuth1Consumer(key: "xvz1evFS4wEEPTGEFPHBog", secret: "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw"),
        token: OAuth1Token(
            token: "370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb", secret: "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE"),
        nonce: "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg", timestamp: 1_318_622_958, signature: "hCtSmYh+iHYCEqBWrE7C7hYmtUk=")

    static let all: [PublishedSignature] = [
        twitterStatus,
        PublishedSignature(
            testDescription: "Twitter, a request token", url: "https://api.twitter.com/oauth/request_token",
            extra: ["oauth_callback": "http://localhost/sign-in-with-twitter/"], consumer: guide,
            nonce: "ea9ec8429b68d6b77cd5600adbbb0456", timestamp: 1_318_467_427, signature: "F1Li3tvehgcraF8DMJ7OyxO4w9Y="),
        PublishedSignature(
            testDescription: "Twitter, an access token", url: "https://api.twitter.com/oauth/access_token",
            form: [:], extra: ["oauth_verifier": "uw7NjWHT6OJ1MpJOXsHfNxoAhPKpgI8BlYDhxEjIBY"], consumer: guide,
            token: OAuth1Token(
                token: "NPcudxy0yU5T3tBzho7iCotZ3cnetKwcTIRlX0iwRl0", secret: "veNRnAWe6inFuo8o2u8SLLZLjolYDmDP7SzL0YfYI"),
            nonce: "a9900fe68e2573b27a37f10fbad6a755", timestamp: 1_318_467_427, signature: "39cipBtIOHEEnybAR4sATQTpl2I="),
        PublishedSignature(
            testDescription: "a callback of an app's own", url: "https://api.twitter.com/oauth/request_token",
            extra: ["oauth_callback": "twittersdk://"], consumer: OAuth1Consumer(key: "CK", secret: "CS"),
            nonce: "abc123", timestamp: 1_577_404_800, signature: "4auryDY/e1JQnhdc0BUK8vnWeCM="),
        PublishedSignature(
            testDescription: "RFC 5849, temporary credentials", url: "https://photos.example.net/initiate",
            extra: ["oauth_callback": "http://printer.example.com/ready"], consumer: rfc, nonce: "wIjqoS", timestamp: 137_131_200,
            version: nil, signature: "74KNZJeDHnMBp0EMJ9ZHt/XKycU="),
        PublishedSignature(
            testDescription: "RFC 5849, token credentials", url: "https://photos.example.net/token",
            extra: ["oauth_verifier": "hfdp7dh39dks9884"], consumer: rfc,
            token: OAuth1Token(token: "hh5s93j4hdidpola", secret: "hdhd0244k9j7ao03"), nonce: "walatlh", timestamp: 137_131_201,
            version: nil, signature: "gKgrFCywp7rO0OXSjdot/IHF7IU="),
        PublishedSignature(
            testDescription: "RFC 5849, a photo", method: "GET",
            url: "http://photos.example.net/photos?file=vacation.jpg&size=original", consumer: rfc,
            token: OAuth1Token(token: "nnch734d00sl2jdk", secret: "pfkkdhi9sl3r4s00"), nonce: "chapoH", timestamp: 137_131_202,
            version: nil, signature: "MdpQcU8iPSUjWoN/UDMsK2sui9I="),
        // The RFC's own signature of this request does not verify; this one is computed with the secrets of its erratum.
        PublishedSignature(
            testDescription: "RFC 5849, names twice and empty values",
            url: "http://EXAMPLE.com:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b", form: ["c2": "", "a3": "2 q"],
            consumer: OAuth1Consumer(key: "9djdj82h48djs9d2", secret: "j49sk3j29djd"),
            token: OAuth1Token(token: "kkk9d7dh3k39sjv7", secret: "dh893hdasih9"), nonce: "7d8f3e4a", timestamp: 137_131_201,
            version: nil,
            baseString: "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D"
                + "%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1"
                + "%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7",
            signature: "r6/TJjbCOr97/+UU0NsvSne7s5g="),
        PublishedSignature(
            testDescription: "an escaped path", method: "GET", url: "http://photos.example.net/ph%20otos?name=value",
            consumer: OAuth1Consumer(key: "abcd", secret: "efgh"), token: OAuth1Token(token: "ijkl", secret: "mnop"),
            nonce: "rkNG5bfzqFw", timestamp: 1_451_152_366, signature: "g2HpPCyQIVxLC3NNVn2x9oeUtyg="),
    ]
}
