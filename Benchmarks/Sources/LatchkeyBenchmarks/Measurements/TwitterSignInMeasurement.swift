import Foundation
import LatchkeyOAuth

/// Measures sign-in with a Twitter token that the app obtained itself, compared with the provider's response and one signature.
enum TwitterSignInMeasurement {
    private static let blocks = 6
    private static let person = "ada"

    private struct Latencies {
        var seconds: [Double] = []

        var median: Double { seconds.sorted()[seconds.count / 2] }

        mutating func time<T>(_ body: () throws -> T) throws -> T {
            let begin = ContinuousClock.now
            let result = try body()
            seconds.append(begin.duration(to: .now).inSeconds)
            return result
        }
    }

    private struct Ours {
        let algorithm: LatchkeyServer.Algorithm
        let signIn: Double
        let provider: Double
        let signature: Double
        let serverCPU: Double
        let sandboxCPU: Double

        var floor: Double { provider + signature }
        var ratio: Double { signIn / floor }
    }

    static func run(_ setting: Setting) throws -> Section {
        let sandbox = try SandboxProgram(setting)
        defer { sandbox.program.stop() }
        let token = try sandbox.issueToken(to: person)
        var all: [Ours] = []
        for algorithm in LatchkeyServer.Algorithm.allCases {
            all.append(try measure(algorithm, sandbox: sandbox, token: token, setting))
        }
        return section(all)
    }

    private static func measure(
        _ algorithm: LatchkeyServer.Algorithm, sandbox: SandboxProgram, token: SandboxProgram.Token, _ setting: Setting
    ) throws -> Ours {
        let data = setting.dataFolder("twitter-\(algorithm.rawValue)")
        let server = try LatchkeyServer(setting, data: data, algorithm: algorithm, options: sandbox.serverOptions)
        defer { server.program.stop() }
        try configure(data: data, sandbox: sandbox, setting)
        let input = request(token)
        let signIn = try HTTPMessage.post(server.path(input.name), json: input.body)
        let connection = try server.connect()
        let call = try ProviderCall(sandbox: sandbox, token: token)

        let repetitions = max(5, Int(80 * setting.scale))
        for _ in 0..<repetitions {
            try call.make()
            _ = try connection.exchange(signIn)
        }
        var provider = Latencies()
        var ours = Latencies()
        var signatures: [Double] = []
        var cpu = (server: 0.0, sandbox: 0.0)
        for _ in 0..<blocks {
            for _ in 0..<repetitions { try provider.time { try call.make() } }
            signatures.append(1 / (try SignatureFloor.perSecond(algorithm, seconds: 1, processes: 1)))
            let before = (server: try CPUTime.of(server.program.id), sandbox: try CPUTime.of(sandbox.program.id))
            for _ in 0..<repetitions {
                let status = try ours.time { try connection.exchange(signIn) }
                guard status == 200 else { throw BenchmarkFailure("a sign-in was refused with status \(status)") }
            }
            cpu.server += try CPUTime.of(server.program.id) - before.server
            cpu.sandbox += try CPUTime.of(sandbox.program.id) - before.sandbox
        }
        let count = Double(blocks * repetitions)
        return Ours(
            algorithm: algorithm, signIn: ours.median, provider: provider.median, signature: signatures.sorted()[blocks / 2],
            serverCPU: cpu.server / count, sandboxCPU: cpu.sandbox / count)
    }

    /// Returns the call of an app that obtained a token itself.
    static func request(_ token: SandboxProgram.Token) -> ServerCall {
        ServerCall(
            name: "accounts:signInWithIdp",
            body: Body(postBody: "access_token=\(token.accessToken)&oauth_token_secret=\(token.tokenSecret)&providerId=twitter.com"))
    }

    private struct Body: Encodable {
        let requestUri = "http://localhost"
        let postBody: String
        let returnSecureToken = true
        let returnIdpCredential = true
    }

    /// Configures the sandbox as the server's Twitter provider, as an operator does.
    static func configure(data: String, sandbox: SandboxProgram, _ setting: Setting) throws {
        try ChildProgram.run(
            setting.latchkey,
            [
                "projects", "provider", "set", "twitter.com", "--data", data, "--key", SandboxProgram.consumerKey, "--secret-file", "-",
                "--api-origin", sandbox.url,
            ], input: Data(SandboxProgram.consumerSecret.utf8))
    }

    private static func section(_ all: [Ours]) -> Section {
        var section = Section(
            title: "Sign-in with a Twitter token",
            introduction: """
                `accounts:signInWithIdp` with access token and secret, one after the other on one connection, for an account that exists. The \
                sandbox, which plays Twitter, is another process. The floor is the unavoidable part: the signed call of \
                `account/verify_credentials` (made directly, by this program) and the signature of the ID token (OpenSSL's, alone). Medians.
                """,
            columns: ["", "provider call", "signature", "floor", "Latchkey", "ratio"])
        for ours in all {
            section.rows.append(
                .init(
                    "ID token in \(ours.algorithm.rawValue)", ours.provider.time, ours.signature.time, ours.floor.time, ours.signIn.time,
                    ours.ratio.digits(2) + " ×"))
        }
        if let standard = all.first {
            section.goals = [
                .atMost(
                    2, standard.ratio, "sign-in with a Twitter token within 2 times the provider call plus one signature",
                    measured: "\(standard.ratio.digits(2)) times")
            ]
        }
        section.remarks = all.map { ours in
            """
            With \(ours.algorithm.rawValue) a sign-in costs \(ours.serverCPU.time) of the server's processor time and \(ours.sandboxCPU.time) \
            of the sandbox's. Beyond the floor it reads key, project, provider and identity, opens the sealed consumer secret, and writes \
            account, session and event in one transaction that is on the disk before the answer leaves.
            """
        }
        return section
    }
}

/// The server's call of `account/verify_credentials`. It is signed again each time, because the sandbox rejects a reused nonce.
private struct ProviderCall {
    private let connection: HTTPConnection
    private let signer: OAuth1Signer
    private let origin: String
    private let path = "/1.1/account/verify_credentials.json?include_email=true&skip_status=true&include_entities=false"
    private let host: String

    init(sandbox: SandboxProgram, token: SandboxProgram.Token) throws {
        connection = try HTTPConnection(port: sandbox.port)
        signer = OAuth1Signer(
            consumer: OAuth1Consumer(key: SandboxProgram.consumerKey, secret: .init(SandboxProgram.consumerSecret)),
            token: OAuth1Token(token: token.accessToken, secret: .init(token.tokenSecret)))
        origin = sandbox.url
        host = "127.0.0.1:\(sandbox.port)"
    }

    func make() throws {
        let header = try signer.authorization(method: "GET", url: origin + path)
        let status = try connection.exchange(HTTPMessage.get(path, headers: ["Authorization": header, "Host": host]))
        guard status == 200 else { throw BenchmarkFailure("the sandbox answers verify_credentials with status \(status)") }
    }
}
