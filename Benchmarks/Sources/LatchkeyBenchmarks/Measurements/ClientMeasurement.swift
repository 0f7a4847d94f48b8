// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import LatchkeyAuth
import NIOCore

/// What the Swift client adds to the calls that it makes, and what a token costs that it has already.
enum ClientMeasurement {
    private static let blocks = 6
    private static let reads = 200_000

    private struct Latencies {
        private var seconds: [Double] = []

        var median: Double { seconds.sorted()[seconds.count / 2] }

        mutating func add(_ duration: Duration) { seconds.append(duration.inSeconds) }
    }

    private struct Way {
        let name: String
        let socket: Double
        let http: Double
        let inMemory: Double
        let client: Double

        var ratio: Double { client / http }
    }

    static func run(_ setting: Setting) async throws -> Section {
        let sandbox = try SandboxProgram(setting)
        defer { sandbox.program.stop() }
        let data = setting.dataFolder("client")
        let server = try LatchkeyServer(setting, data: data)
        defer { server.program.stop() }
        try TwitterSignInMeasurement.configure(data: data, sandbox: sandbox, setting)
        _ = try server.signUp(1)
        let token = try sandbox.issueToken(to: "ada")
        let configuration = AuthConfiguration(
            serverURL: "http://127.0.0.1:\(server.port)", apiKey: server.apiKey, sessionFile: setting.folder + "/session.json")
        let auth = Auth(configuration: configuration)
        let forgetful = Auth(configuration: configuration, storage: MemorySessionStorage())

        let password = try await measure("address and password", server, setting, server.passwordAsk(0), [forgetful, auth], count: 8) {
            try await $0.signIn(withEmail: LatchkeyServer.email(0), password: LatchkeyServer.password)
        }
        let twitter = try await measure(
            "a Twitter token", server, setting, TwitterSignInMeasurement.ask(token), [forgetful, auth], count: 60
        ) {
            try await $0.signIn(with: TwitterAuthProvider.credential(withToken: token.accessToken, secret: token.tokenSecret))
        }
        return section([password, twitter], read: try await read(auth, setting))
    }

    /// The same two calls in turns: over a socket, with the client's HTTP library, and by the client.
    private static func measure(
        _ name: String, _ server: LatchkeyServer, _ setting: Setting, _ ask: ServerCall, _ clients: [Auth], count: Int,
        signIn: @escaping (Auth) async throws -> AuthDataResult
    ) async throws -> Way {
        let connection = try server.connect()
        let message = try HTTPMessage.post(server.path(ask.name), json: ask.body)
        let overSocket = {
            let signedIn = try connection.ask(message, for: SignedIn.self)
            let status = try connection.exchange(HTTPMessage.post(server.path("accounts:lookup"), json: ["idToken": signedIn.idToken]))
            guard status == 200 else { throw BenchmarkFailure("a lookup was refused with status \(status)") }
        }
        let library = HTTPLibrary(server)
        let byLibrary = {
            let signedIn = try JSONDecoder().decode(SignedIn.self, from: try await library.post(ask.name, json: ask.body))
            _ = try await library.post("accounts:lookup", json: ["idToken": signedIn.idToken])
        }
        let repetitions = max(3, Int(Double(count) * setting.scale))
        let ways: [() async throws -> Void] =
            [{ try overSocket() }, byLibrary] + clients.map { client in { _ = try await signIn(client) } }
        var latencies = ways.map { _ in Latencies() }
        for block in 0...blocks {
            for (index, act) in ways.enumerated() {
                for _ in 0..<repetitions {
                    let begin = ContinuousClock.now
                    try await act()
                    // The first block warms up.
                    if block > 0 { latencies[index].add(begin.duration(to: .now)) }
                }
            }
        }
        return Way(
            name: name, socket: latencies[0].median, http: latencies[1].median, inMemory: latencies[2].median, client: latencies[3].median)
    }

    /// Seconds for a token that is good for a while yet; the median of some rounds.
    private static func read(_ auth: Auth, _ setting: Setting) async throws -> Double {
        guard let user = auth.currentUser else { throw BenchmarkFailure("nobody is signed in") }
        let count = max(1000, Int(Double(reads) * setting.scale))
        var rounds: [Double] = []
        for _ in 0..<7 {
            let begin = ContinuousClock.now
            for _ in 0..<count { _ = try await user.getIDToken() }
            rounds.append(begin.duration(to: .now).inSeconds / Double(count))
        }
        return rounds.sorted()[rounds.count / 2]
    }

    private static func section(_ ways: [Way], read: Double) -> Section {
        var section = Section(
            title: "The Swift client",
            introduction: """
                Signing in with `LatchkeyAuth` beside the two HTTP calls that it makes, the sign-in and `accounts:lookup`: sent with \
                AsyncHTTPClient, which it uses on Linux, as an app would that has no client for Latchkey; and, the floor, as ready bytes on a \
                socket. One after the other, in turns; medians. The client also reads and checks all that the server says, and writes \
                the session to a file before it says that somebody is signed in.
                """,
            columns: ["", "floor: a socket", "AsyncHTTPClient", "LatchkeyAuth, nothing kept", "LatchkeyAuth", "ratio"])
        for way in ways {
            section.rows.append(
                .init(way.name, way.socket.time, way.http.time, way.inMemory.time, way.client.time, way.ratio.digits(2) + " ×"))
        }
        section.rows.append(.init("`user.getIDToken()`, when the token is good yet", "", "", "", read.time, ""))
        section.goals = ways.map { way in
            .atMost(
                1.15, way.ratio, "sign-in with \(way.name) for at most 15 % more than its HTTP calls alone",
                measured: "\(way.ratio.digits(2)) times")
        }
        section.remarks = ways.map { way in
            """
            With \(way.name), what the client does beyond its calls takes \(max(0, way.inMemory - way.http).time), most of it hand-overs \
            between threads, and the session's file \(max(0, way.client - way.inMemory).time).
            """
        }
        section.goals.append(.atMost(0.000_001, read, "a cached ID token read in less than 1 µs", measured: read.time))
        return section
    }
}

private struct SignedIn: Decodable {
    let idToken: String
}

/// The calls with nothing but an HTTP library.
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
