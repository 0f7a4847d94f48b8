import Foundation
import LatchkeyOAuth

/// The result of signing the example with oauthlib in a separate Python process.
struct PythonOAuthLib: Decodable {
    let version: String
    let header: String
    let perSecond: Double

    private struct Input: Encodable {
        let seconds: Double
        let url, body, consumerKey, consumerSecret, token, tokenSecret, nonce, timestamp: String
    }

    static func measure(_ example: SignatureExample, seconds: Double, _ setting: Setting) throws -> PythonOAuthLib {
        let input = Input(
            seconds: seconds, url: example.url, body: example.form.formEncoded, consumerKey: example.consumerKey,
            consumerSecret: example.consumerSecret, token: example.token, tokenSecret: example.tokenSecret, nonce: example.nonce,
            timestamp: String(example.timestampSeconds))
        let printed = try ChildProgram.run(
            setting.python, [setting.peers + "/oauthlib_signature.py"], input: try JSONEncoder().encode(input))
        return try JSONDecoder().decode(PythonOAuthLib.self, from: Data(printed.utf8))
    }
}
