import Foundation
import LatchkeyOAuth
import LatchkeySecrets

/// The application and the user of RFC 5849 and of OAuth Core 1.0, and those of Twitter's documentation.
enum Example {
    static let photos = OAuth1Consumer(key: "dpf43f3p2l4k3l03", secret: "kd94hf93k423kf44")
    static let photosToken = OAuth1Token(token: "nnch734d00sl2jdk", secret: "pfkkdhi9sl3r4s00")

    static let tweeter = OAuth1Consumer(key: "xvz1evFS4wEEPTGEFPHBog", secret: "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw")
    static let tweeterToken = OAuth1Token(
        token: "370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb", secret: "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE")

    static let signIn = OAuth1Consumer(key: "cChZNFj6T5R0TigYB9yd1w", secret: "L8qq9PZyRg6ieKGEKhZolGC0vJWLw8iEJ88DRdyOg")
    static let signInRequestToken = OAuth1Token(
        token: "NPcudxy0yU5T3tBzho7iCotZ3cnetKwcTIRlX0iwRl0", secret: "veNRnAWe6inFuo8o2u8SLLZLjolYDmDP7SzL0YfYI")

    /// A clock that stands still.
    static func clock(_ seconds: Int) -> @Sendable () -> Date {
        { Date(timeIntervalSince1970: Double(seconds)) }
    }
}
