import Foundation
import LatchkeySecrets
import Testing

/// The header of a JSON Web Token.
struct TokenHeader: Decodable {
    let kid: String
    let alg: String

    private enum CodingKeys: String, CodingKey {
        case kid
        case alg
    }

    init(_ token: String) throws {
        let header = try #require(token.split(separator: ".").first.flatMap { Base64URL.decode(String($0)) })
        self = try JSONDecoder().decode(TokenHeader.self, from: Data(header))
    }
}
