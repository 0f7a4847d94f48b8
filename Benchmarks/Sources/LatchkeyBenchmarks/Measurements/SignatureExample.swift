import Foundation
import LatchkeyOAuth

/// The request and the signature of the example in Twitter's documentation ("Creating a signature").
struct SignatureExample: Sendable {
    let url = "https://api.twitter.com/1.1/statuses/update.json?include_entities=true"
    let status = "Hello Ladies + Gentlemen, a signed OAuth request!"
    let consumerKey = "xvz1evFS4wEEPTGEFPHBog"
    let consumerSecret = "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw"
    let token = "370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb"
    let tokenSecret = "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE"
    let nonce = "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg"
    let timestampSeconds = 1_318_622_958

    /// The signature as in the header, percent-encoded.
    private static let signature = #"oauth_signature="hCtSmYh%2BiHYCEqBWrE7C7hYmtUk%3D""#

    var signer: OAuth1Signer {
        let date = Date(timeIntervalSince1970: Double(timestampSeconds))
        let nonce = nonce
        return OAuth1Signer(
            consumer: OAuth1Consumer(key: consumerKey, secret: .init(consumerSecret)),
            token: OAuth1Token(token: token, secret: .init(tokenSecret)), now: { date }, nonce: { nonce })
    }

    var form: Parameters { ["status": status] }

    /// Checks a contender's signature. Throws if it differs, because its speed would then be meaningless.
    func check(_ header: String, by contender: String) throws {
        guard header.contains(Self.signature) else { throw BenchmarkFailure("\(contender) signs the example differently: \(header)") }
    }
}
