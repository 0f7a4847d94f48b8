import Foundation
import LatchkeySecrets

/// The body of a request to a certificate authority: a JWS in the flattened JSON form (RFC 8555, section 6.2).
package struct SignedRequest: Encodable, Sendable {
    let protected: String
    let payload: String
    let signature: String

    package static let contentType = "application/jose+json"

    private struct Header: Encodable {
        let alg = "ES256"
        let jwk: WebKey?
        let kid: String?
        let nonce: String
        let url: String

        enum CodingKeys: CodingKey { case alg, jwk, kid, nonce, url }
    }

    /// Signs a request.
    ///
    /// - Parameters:
    ///   - payload: The JSON of the request; `nil` for POST-as-GET (RFC 8555, section 6.3).
    ///   - account: The URL of the account; `nil` to send the key itself, for a new account.
    package init(_ payload: [UInt8]?, to url: String, nonce: String, account: String?, key: AccountKey) throws {
        let header = Header(jwk: account == nil ? key.webKey : nil, kid: account, nonce: nonce, url: url)
        protected = Base64URL.encode(try Self.encoder.encode(header))
        self.payload = Base64URL.encode(payload ?? [])
        signature = Base64URL.encode(try key.signature(of: protected + "." + self.payload))
    }

    package var bytes: [UInt8] { get throws { Array(try Self.encoder.encode(self)) } }

    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
