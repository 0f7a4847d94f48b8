import Foundation

/// `latchkey sandbox` as a child process: the mock Twitter in a separate process.
final class SandboxProgram {
    let program: ChildProgram
    let url: String
    let port: Int

    /// The public credentials of the application that is registered in the sandbox for Latchkey.
    static let consumerKey = "latchkeySandboxConsumer01"
    static let consumerSecret = "not-a-secret-twitter-5GJwq8vYkTzR1nXbLhPdMfCa"

    private struct Ready: Decodable {
        let twitter: String
    }

    struct Token: Decodable {
        let accessToken: String
        let tokenSecret: String
    }

    init(_ setting: Setting) throws {
        program = try ChildProgram(setting.latchkey, ["sandbox", "--json", "--port", "0"], log: setting.folder + "/sandbox.log")
        let ready = try JSONDecoder().decode(Ready.self, from: Data(try program.firstLine().utf8))
        guard let port = URL(string: ready.twitter)?.port else { throw BenchmarkFailure("the sandbox listens at \(ready.twitter)") }
        url = ready.twitter
        self.port = port
        program.ignoreOutput()
    }

    /// The options with which a server may call the sandbox.
    var serverOptions: [String] { ["--allow-private-targets", "127.0.0.1:\(port)"] }

    /// Returns a user's access token, as the three-legged flow would.
    func issueToken(to person: String) throws -> Token {
        struct Input: Encodable {
            let app = SandboxProgram.consumerKey
            let person: String
        }
        return try HTTPConnection(port: port).request(
            HTTPMessage.post("/sandbox/tokens", json: Input(person: person), headers: ["Host": "127.0.0.1:\(port)"]), for: Token.self)
    }
}
