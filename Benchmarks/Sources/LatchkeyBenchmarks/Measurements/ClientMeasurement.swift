import AsyncHTTPClient
import Foundation
import LatchkeyAuth
import NIOCore

/// Measures the overhead of the Swift client over its HTTP calls, and the cost of reading a cached token.
enum ClientMeasurement {
    private static let rounds = 11
    private static let reads = 200_000

    /// The median times of one round, in seconds.
    private struct Round {
        let socket: Double
        let http: Double
        let inMemory: Double
        let client: Double

        var ratio: Double { client / http }
    }

    private struct Way {
        let name: String
        let rounds: [Round]

        /// Returns the median of the rounds. `lowest` and `highest` show the variation caused by the machine.
        func median(_ figure: (Round) -> Double) -> Double { rounds.map(figure).sorted()[rounds.count / 2] }

        var ratio: Double { median(\.ratio) }
        var spread: String {
            let ratios = rounds.map(\.ratio).sorted()
            return "\((ratios.first ?? 0).digits(2)) to \((ratios.last ?? 0).digits(2))"
        }
    }

    static func run(_ setting: Setting) async throws -> Section {
        let sandbox = try SandboxProgram(setting)
        defer { sandbox.program.stop() }
        let data = setting.dataFolder("client")
        let server = try LatchkeyServer(setting, data: data, options: sandbox.serverOptions)
        defer { server.program.stop() }
        try TwitterSignInMeasurement.configure(data: data, sandbox: sandbox, setting)
        _ = try server.signUp(1)
        let token = try sandbox.issueToken(to: "ada")
        let configuration = AuthConfiguration(
            serverURL: "http://127.0.0.1:\(server.port)", apiKey: server.apiKey, sessionFile: setting.folder + "/session.json")
        let auth = Auth(configuration: configuration)
        let forgetful = Auth(configuration: configuration, storage: MemorySessionStorage())

        let password = try await measure("address and password", server, setting, server.passwordAsk(0), [forgetful, auth], count: 6) {
            try await $0.signIn(withEmail: LatchkeyServer.email(0), password: LatchkeyServer.password)
        }
        let twitter = try await measure(
            "a Twitter token", server, setting, TwitterSignInMeasurement.request(token), [forgetful, auth], count: 40
        ) {
            try await $0.signIn(with: TwitterAuthProvider.credential(withToken: token.accessToken, secret: token.tokenSecret))
        }
        return section([password, twitter], read: try await read(auth, setting))
    }

    /// Measures the same two calls over a socket, with the client's HTTP library, and with the client. The variants alternate, so that
    /// other load on the machine affects all of them equally.
    private static func measure(
        _ name: String, _ server: LatchkeyServer, _ setting: Setting, _ input: ServerCall, _ clients: [Auth], count: Int,
        signIn: @escaping (Auth) async throws -> AuthDataResult
    ) async throws -> Way {
        let connection = try server.connect()
        let message = try HTTPMessage.post(server.path(input.name), json: input.body)
        let overSocket = {
            let signedIn = try connection.request(message, for: SignedIn.self)
            let status = try connection.exchange(HTTPMessage.post(server.path("accounts:lookup"), json: ["idToken": signedIn.idToken]))
            guard status == 200 else { throw BenchmarkFailure("a lookup was refused with status \(status)") }
        }
        let library = HTTPLibrary(server)
        let byLibrary = {
            let signedIn = try JSONDecoder().decode(SignedIn.self, from: try await library.post(input.name, json: input.body))
            _ = try await library.post("accounts:lookup", json: ["idToken": signedIn.idToken])
        }
        let repetitions = max(3, Int(Double(count) * setting.scale))
        let ways: [() async throws -> Void] =
            [{ try overSocket() }, byLibrary] + clients.map { client in { _ = try await signIn(client) } }
        var medians: [Round] = []
        for _ in 0...rounds {
            var seconds = ways.map { _ in [Double]() }
            for _ in 0..<repetitions {
                for (index, act) in ways.enumerated() {
                    let begin = ContinuousClock.now
                    try await act()
                    seconds[index].append(begin.duration(to: .now).inSeconds)
                }
            }
            let middle = seconds.map { $0.sorted()[$0.count / 2] }
            medians.append(Round(socket: middle[0], http: middle[1], inMemory: middle[2], client: middle[3]))
        }
        // The first round is the warm-up.
        return Way(name: name, rounds: Array(medians.dropFirst()))
    }

    /// Returns the seconds to read a token that is still valid; the median of several rounds.
    private static func read(_ auth: Auth, _ setting: Setting) async throws -> Double {
        guard let user = auth.currentUser else { throw BenchmarkFailure("no user is signed in") }
        let count = max(1000, Int(Double(reads) * setting.scale))
        var rounds: [Double] = []
        for _ in 0..<7 {
            let begin = ContinuousClock.now
            for _ in 0..<count { _ = try await user.getIDToken() }
            rounds.append(begin.duration(to: .now).inSeconds / Double(count))
        }
        return rounds.sorted()[rounds.count / 2]
    }

    private static func difference(_ seconds: Double) -> String { seconds > 0 ? seconds.time : "less than can be measured so" }

    private static func section(_ ways: [Way], read: Double) -> Section {
        var section = Section(
            title: "The Swift client",
            introduction: """
                Signing in with `LatchkeyAuth` beside the two HTTP calls that it makes, the sign-in and `accounts:lookup`: sent with \
                AsyncHTTPClient, which it uses on Linux, as an app would that has no client for Latchkey; and, the floor, as ready bytes on a \
                socket. One after the other, in turns; medians of \(rounds) rounds, and of the ratio the lowest and highest round. The client also reads and checks all that the server says, and writes \
                the session to a file before it reports the signed-in user.
                """,
            columns: ["", "floor: a socket", "AsyncHTTPClient", "LatchkeyAuth, nothing kept", "LatchkeyAuth", "ratio"])
        for way in ways {
            let figures = [\Round.socket, \.http, \.inMemory, \.client].map { figure in way.median { $0[keyPath: figure] }.time }
            section.rows.append(.init(way.name, figures[0], figures[1], figures[2], figures[3], "\(way.ratio.digits(2)) × (\(way.spread))"))
        }
        section.rows.append(.init("`user.getIDToken()`, when the token is good yet", "", "", "", read.time, ""))
        section.goals = ways.map { way in
            .atMost(
                1.15, way.ratio, "sign-in with \(way.name) for at most 15 % more than its HTTP calls alone",
                measured: "\(way.ratio.digits(2)) times, \(way.spread) in single rounds")
        }
        section.remarks = ways.map { way in
            """
            With \(way.name), what the client does beyond its calls takes \(difference(way.median { $0.inMemory - $0.http })), and the \
            session's file \(difference(way.median { $0.client - $0.inMemory })).
            """
        }
        section.goals.append(.atMost(0.000_001, read, "a cached ID token read in less than 1 µs", measured: read.time))
        return section
    }
}

private struct SignedIn: Decodable {
    let idToken: String
}

/// The same calls with only an HTTP library.
private struct HTTPLibrary {
    private let server: LatchkeyServer

    init(_ server: LatchkeyServer) {
        self.server = server
    }

    func post(_ call: String, json: some Encodable) async throws -> Data {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(server.port)\(server.path(call))")
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(ByteBuffer(bytes: try JSONEncoder().encode(json)))
        let reply = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        guard reply.status == .ok else { throw BenchmarkFailure("\(call) was refused with status \(reply.status.code)") }
        return Data(try await reply.body.collect(upTo: 1_048_576).readableBytesView)
    }
}
