import Foundation

/// `latchkey sandbox` as a child process: the mock Twitter in a separate process.
final class SandboxProgram {
    let program: ChildProgram
    let url: String
    /// The issuer of the mock OpenID provider.
    let issuer: String
    let port: Int

    /// The public credentials of the application that is registered in the sandbox for Latchkey.
    static let consumerKey = "latchkeySandboxConsumer01"
    static let consumerSecret = "not-a-secret-twitter-5GJwq8vYkTzR1nXbLhPdMfCa"

    static let openIDClient = "latchkey.sandbox-openid"
    static let openIDSecret = "not-a-secret-openid-9f4c1e7a2d5b8063f6c9a3e0d7b4"

    private struct Ready: Decodable {
        let twitter: String
        let openid: String
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
        issuer = ready.openid
        self.port = port
        program.ignoreOutput()
    }

    /// The options with which a server may call the sandbox.
    var serverOptions: [String] { ["--allow-private-targets", "127.0.0.1:\(port)"] }

    /// Returns a user's access token, as the three-legged flow would.
    func issueToken(to person: String) throws -> Token {
        try call("tokens", ["app": Self.consumerKey, "person": person])
    }

    /// Adds a user.
    ///
    /// - Parameter person: The name, which is also the key.
    func add(_ person: String) throws {
        struct Person: Decodable {}
        _ = try call("people", ["name": person, "key": person, "email": "\(person)@example.net"]) as Person
    }

    /// Returns an ID token for a user, with which an app signs in.
    func issueIDToken(to person: String) throws -> String {
        struct Token: Decodable {
            let idToken: String
        }
        return try (call("tokens", ["app": Self.openIDClient, "person": person]) as Token).idToken
    }

    private func call<Reply: Decodable>(_ name: String, _ input: [String: String]) throws -> Reply {
        try HTTPConnection(port: port).request(
            HTTPMessage.post("/sandbox/\(name)", json: input, headers: ["Host": "127.0.0.1:\(port)"]), for: Reply.self)
    }
}
