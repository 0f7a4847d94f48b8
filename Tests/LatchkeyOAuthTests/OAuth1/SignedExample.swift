import LatchkeyOAuth
import LatchkeySecrets
import Testing

/// A signed request with a base string or signature that was published or computed by others.
struct SignedExample: Sendable, CustomTestStringConvertible {
    var name: String
    var method = "GET"
    var url: String
    var form: Parameters = [:]
    var extra: Parameters = [:]
    var consumer: OAuth1Consumer
    var token: OAuth1Token?
    var timestamp: Int
    var nonce: String
    var version: String?
    var baseString: String?
    var signatures: [OAuth1SignatureMethod: String]

    var testDescription: String { name }

    func signer(_ method: OAuth1SignatureMethod) -> OAuth1Signer {
        OAuth1Signer(
            consumer: consumer, token: token, method: method, version: version, now: Example.clock(timestamp), nonce: { nonce })
    }
}

extension SignedExample {
    static let photos: [SignedExample] = [
        .init(
            name: "V1 RFC 5849, 1.2: temporary credentials", method: "POST", url: "https://photos.example.net/initiate",
            extra: ["oauth_callback": "http://printer.example.com/ready"], consumer: Example.photos, timestamp: 137_131_200,
            nonce: "wIjqoS",
            baseString: "POST&https%3A%2F%2Fphotos.example.net%2Finitiate&oauth_callback%3Dhttp%253A%252F%252Fprinter.example.com"
                + "%252Fready%26oauth_consumer_key%3Ddpf43f3p2l4k3l03%26oauth_nonce%3DwIjqoS%26oauth_signature_method%3DHMAC-SHA1"
                + "%26oauth_timestamp%3D137131200",
            signatures: [.hmacSHA1: "74KNZJeDHnMBp0EMJ9ZHt/XKycU="]),
        .init(
            name: "V2 RFC 5849, 1.2: token credentials", method: "POST", url: "https://photos.example.net/token",
            extra: ["oauth_verifier": "hfdp7dh39dks9884"], consumer: Example.photos,
            token: OAuth1Token(token: "hh5s93j4hdidpola", secret: "hdhd0244k9j7ao03"), timestamp: 137_131_201, nonce: "walatlh",
            baseString: "POST&https%3A%2F%2Fphotos.example.net%2Ftoken&oauth_consumer_key%3Ddpf43f3p2l4k3l03%26oauth_nonce%3Dwalatlh"
                + "%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dhh5s93j4hdidpola"
                + "%26oauth_verifier%3Dhfdp7dh39dks9884",
            signatures: [.hmacSHA1: "gKgrFCywp7rO0OXSjdot/IHF7IU="]),
        .init(
            name: "V3 RFC 5849, 1.2: a photo", url: "http://photos.example.net/photos?file=vacation.jpg&size=original",
            consumer: Example.photos, token: Example.photosToken, timestamp: 137_131_202, nonce: "chapoH",
            baseString: "GET&http%3A%2F%2Fphotos.example.net%2Fphotos&file%3Dvacation.jpg%26oauth_consumer_key%3Ddpf43f3p2l4k3l03"
                + "%26oauth_nonce%3DchapoH%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131202"
                + "%26oauth_token%3Dnnch734d00sl2jdk%26size%3Doriginal",
            signatures: [.hmacSHA1: "MdpQcU8iPSUjWoN/UDMsK2sui9I="]),
        .init(
            name: "V4 OAuth Core 1.0, appendix A.5", url: "http://photos.example.net/photos?file=vacation.jpg&size=original",
            consumer: Example.photos, token: Example.photosToken, timestamp: 1_191_242_096, nonce: "kllo9940pd9333jh", version: "1.0",
            baseString: "GET&http%3A%2F%2Fphotos.example.net%2Fphotos&file%3Dvacation.jpg%26oauth_consumer_key%3Ddpf43f3p2l4k3l03"
                + "%26oauth_nonce%3Dkllo9940pd9333jh%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D1191242096"
                + "%26oauth_token%3Dnnch734d00sl2jdk%26oauth_version%3D1.0%26size%3Doriginal",
            signatures: [.hmacSHA1: "tR3+Ty81lMeYAr/Fid0kMTYa/WM="]),
        .init(
            name: "V11 secrets and a form on the photos host", method: "POST", url: "http://photos.example.net/photos",
            form: ["name": "value"], consumer: OAuth1Consumer(key: "abcd", secret: "efgh"),
            token: OAuth1Token(token: "ijkl", secret: "mnop"), timestamp: 1_451_152_366, nonce: "rkNG5bfzqFw", version: "1.0",
            signatures: [.hmacSHA1: "6qB7WBgezEpKhfr2Bpl+HfcS4SA="]),
        .init(
            name: "V12 a path that is escaped already is escaped again", url: "http://photos.example.net/ph%20otos?name=value",
            consumer: OAuth1Consumer(key: "abcd", secret: "efgh"), token: OAuth1Token(token: "ijkl", secret: "mnop"),
            timestamp: 1_451_152_366, nonce: "rkNG5bfzqFw", version: "1.0",
            signatures: [.hmacSHA1: "g2HpPCyQIVxLC3NNVn2x9oeUtyg="]),
        .init(
            name: "V13 names that begin alike", url: "http://photos.example.net/photos?file_1=vacation.jpg&file_10=original",
            consumer: Example.photos, token: Example.photosToken, timestamp: 1_191_242_096, nonce: "kllo9940pd9333jh", version: "1.0",
            signatures: [.hmacSHA1: "2qG5S5iX/g/6NIKutdcSYACUHsg="]),
    ]

    /// V6 with three URLs: the host and the path are signed.
    private static func tweet(_ name: String, _ url: String, _ signature: String) -> SignedExample {
        .init(
            name: name, method: "POST", url: url + "?include_entities=true",
            form: ["status": "Hello Ladies + Gentlemen, a signed OAuth request!"], consumer: Example.tweeter,
            token: Example.tweeterToken, timestamp: 1_318_622_958, nonce: "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg",
            version: "1.0", signatures: [.hmacSHA1: signature])
    }

    static let twitter: [SignedExample] = [
        tweet("V6 Twitter's tweet, version 1", "https://api.twitter.com/1/statuses/update.json", "tnnArxj06cWHq44gCs1OSKk/jLY="),
        tweet("V6 Twitter's tweet, version 1.1", "https://api.twitter.com/1.1/statuses/update.json", "hCtSmYh+iHYCEqBWrE7C7hYmtUk="),
        tweet("V6 Twitter's tweet at the new host", "https://api.x.com/1.1/statuses/update.json", "Ls93hJiZbQ3akF3HF3x1Bz8/zU4="),
        .init(
            name: "V7 Twitter's request_token", method: "POST", url: "https://api.twitter.com/oauth/request_token",
            extra: ["oauth_callback": "http://localhost/sign-in-with-twitter/"], consumer: Example.signIn,
            timestamp: 1_318_467_427, nonce: "ea9ec8429b68d6b77cd5600adbbb0456", version: "1.0",
            baseString: "POST&https%3A%2F%2Fapi.twitter.com%2Foauth%2Frequest_token&oauth_callback%3Dhttp%253A%252F%252Flocalhost"
                + "%252Fsign-in-with-twitter%252F%26oauth_consumer_key%3DcChZNFj6T5R0TigYB9yd1w%26oauth_nonce%3Dea9ec8429b68d6b77cd5"
                + "600adbbb0456%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D1318467427%26oauth_version%3D1.0",
            signatures: [.hmacSHA1: "F1Li3tvehgcraF8DMJ7OyxO4w9Y="]),
        .init(
            name: "V8 Twitter's access_token, with the verifier in the form", method: "POST",
            url: "https://api.twitter.com/oauth/access_token",
            form: ["oauth_verifier": "uw7NjWHT6OJ1MpJOXsHfNxoAhPKpgI8BlYDhxEjIBY"], consumer: Example.signIn,
            token: Example.signInRequestToken, timestamp: 1_318_467_427, nonce: "a9900fe68e2573b27a37f10fbad6a755", version: "1.0",
            baseString: "POST&https%3A%2F%2Fapi.twitter.com%2Foauth%2Faccess_token&oauth_consumer_key%3DcChZNFj6T5R0TigYB9yd1w%26"
                + "oauth_nonce%3Da9900fe68e2573b27a37f10fbad6a755%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D1318467427"
                + "%26oauth_token%3DNPcudxy0yU5T3tBzho7iCotZ3cnetKwcTIRlX0iwRl0%26oauth_verifier%3Duw7NjWHT6OJ1MpJOXsHfNxoAhPKpgI8Bl"
                + "YDhxEjIBY%26oauth_version%3D1.0",
            signatures: [.hmacSHA1: "39cipBtIOHEEnybAR4sATQTpl2I="]),
        .init(
            name: "V15 reverse auth, step 1", method: "POST", url: "https://api.twitter.com/oauth/request_token",
            form: ["x_auth_mode": "reverse_auth"],
            consumer: OAuth1Consumer(key: "JP3PyvG67rXRsnayOJOcQ", secret: "ydC2yUbFaScbSlykO0PmrMjXFeLraSi3Q2HfTOlGxQM"),
            timestamp: 1_322_697_052, nonce: "1B7D865D-9E15-4ADD-8165-EF90D7A7D3D2", version: "1.0",
            baseString: "POST&https%3A%2F%2Fapi.twitter.com%2Foauth%2Frequest_token&oauth_consumer_key%3DJP3PyvG67rXRsnayOJOcQ%26oauth_"
                + "nonce%3D1B7D865D-9E15-4ADD-8165-EF90D7A7D3D2%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D1322697052"
                + "%26oauth_version%3D1.0%26x_auth_mode%3Dreverse_auth",
            signatures: [.hmacSHA1: "03EyxBdr6bwBAx8M0Qq0R0F8CKY="]),
        .init(
            name: "V16 a callback with a scheme of one's own", method: "POST", url: "https://api.twitter.com/oauth/request_token",
            extra: ["oauth_callback": "twittersdk://"], consumer: OAuth1Consumer(key: "CK", secret: "CS"),
            timestamp: 1_577_404_800, nonce: "abc123", version: "1.0", signatures: [.hmacSHA1: "4auryDY/e1JQnhdc0BUK8vnWeCM="]),
        .init(
            name: "V17 verify_credentials",
            url: "https://api.twitter.com/1.1/account/verify_credentials.json?include_email=true&skip_status=true&include_entities=false",
            consumer: Example.tweeter, token: Example.tweeterToken, timestamp: 1_318_622_958, nonce: "n0nce", version: "1.0",
            signatures: [.hmacSHA1: "FMyQiewJpRdHMqnRGnCXOzjE2ZY="]),
    ]
}
