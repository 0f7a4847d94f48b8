import Foundation

/// `latchkey serve` as a child process, with its own data folder.
final class LatchkeyServer {
    enum Algorithm: String, CaseIterable, Sendable {
        case rs256 = "RS256"
        case es256 = "ES256"
    }

    /// The output of the server with `--json` once it listens.
    private struct Ready: Decodable {
        let listening: String
        let database: String
        let apiKey: String
        let projectID: String
    }

    struct SignedUp: Decodable {
        let localId: String
        let idToken: String
        let refreshToken: String
    }

    let program: ChildProgram
    let port: Int
    let databasePort: Int
    let apiKey: String
    let project: String
    private let isEmulator: Bool

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - options: Further options of `latchkey serve`.
    ///   - core: The only processor core that the server uses; `nil` for all.
    convenience init(
        _ setting: Setting, data: String, algorithm: Algorithm = .rs256, options: [String] = [], core: Int? = nil
    ) throws {
        try self.init(setting, Self.arguments(data: data, port: 0, algorithm: algorithm) + options, core: core, isEmulator: false)
    }

    /// Starts an emulator, which stores nothing on the disk.
    convenience init(emulator setting: Setting) throws {
        try self.init(setting, ["serve", "--emulator", "--json", "--port", "0", "--log-level", "warning"], isEmulator: true)
    }

    private init(_ setting: Setting, _ arguments: [String], core: Int? = nil, isEmulator: Bool) throws {
        self.isEmulator = isEmulator
        let log = setting.folder + "/latchkey.log"
        program =
            if let core {
                try ChildProgram("/usr/bin/taskset", ["--cpu-list", String(core), setting.latchkey] + arguments, log: log)
            } else {
                try ChildProgram(setting.latchkey, arguments, log: log)
            }
        let ready = try JSONDecoder().decode(Ready.self, from: Data(try program.firstLine().utf8))
        guard let port = URL(string: ready.listening)?.port, let databasePort = URL(string: ready.database)?.port else {
            throw BenchmarkFailure("latchkey listens at \(ready.listening) and \(ready.database)")
        }
        self.port = port
        self.databasePort = databasePort
        apiKey = ready.apiKey
        project = ready.projectID
        program.ignoreOutput()
    }

    static func arguments(data: String, port: Int, algorithm: Algorithm) -> [String] {
        ["serve", "--json", "--data", data, "--port", String(port), "--signing-algorithm", algorithm.rawValue, "--log-level", "warning"]
    }

    /// The options for SQLite's `synchronous = NORMAL`, with which a commit does not wait for the disk.
    static let withoutWaitingForTheDisk = ["--sqlite-synchronous", "normal"]

    func connect() throws -> HTTPConnection {
        try HTTPConnection(port: port)
    }

    static let password = "correct horse battery staple"

    static func email(_ index: Int) -> String {
        "person\(index)@example.com"
    }

    /// Creates accounts with email address and password.
    func signUp(_ count: Int) throws -> [SignedUp] {
        struct Input: Encodable {
            let email: String
            let password = LatchkeyServer.password
            let returnSecureToken = true
        }
        let connection = try connect()
        return try (0..<count).map { index in
            try connection.request(HTTPMessage.post(path("accounts:signUp"), json: Input(email: Self.email(index))), for: SignedUp.self)
        }
    }

    func passwordAsk(_ index: Int) -> ServerCall {
        ServerCall(name: "accounts:signInWithPassword", body: ["email": Self.email(index), "password": Self.password])
    }

    func passwordSignIn(_ index: Int) throws -> [UInt8] {
        let input = passwordAsk(index)
        return try HTTPMessage.post(path(input.name), json: input.body)
    }

    func lookup(_ account: SignedUp) throws -> [UInt8] {
        try lookup(token: account.idToken)
    }

    func lookup(token: String) throws -> [UInt8] {
        try HTTPMessage.post(path("accounts:lookup"), json: ["idToken": token])
    }

    func refresh(_ account: SignedUp) -> [UInt8] {
        HTTPMessage.post(path("token"), form: "grant_type=refresh_token&refresh_token=\(account.refreshToken)")
    }

    /// Returns a new ID token, which is valid for an hour.
    func newToken(_ account: SignedUp) throws -> String {
        struct Reply: Decodable {
            let id_token: String
        }
        return try connect().request(refresh(account), for: Reply.self).id_token
    }

    /// Allows any number of sign-ups from one network, and anonymous accounts.
    func allowManySignUps(_ setting: Setting, data: String) throws {
        try ChildProgram.run(
            setting.latchkey,
            ["projects", "set", project, "--sign-ups-per-hour", "0", "--anonymous-sign-in", "yes", "--data", data])
    }

    func path(_ call: String) -> String {
        "/v1/\(call)?key=\(apiKey)"
    }

    /// Returns the headers of an administrator's calls.
    ///
    /// - Parameter data: The server's data folder; an emulator has none.
    func authorization(_ setting: Setting, data: String) async throws -> [String: String] {
        isEmulator ? ["Authorization": "Bearer owner"] : try await ServiceAccount.authorization(setting, self, data: data)
    }

    /// Replaces the rules of the project's database.
    func keep(rules: String, _ setting: Setting, data: String) async throws {
        try keep(rules: rules, authorization: try await authorization(setting, data: data))
    }

    /// Replaces the rules with the headers of an administrator's calls.
    func keep(rules: String, authorization: [String: String]) throws {
        let message = HTTPMessage.put("/.settings/rules.json", body: Data(rules.utf8), headers: authorization)
        let status = try HTTPConnection(port: databasePort).exchange(message)
        guard status == 200 else { throw BenchmarkFailure("the rules were refused with status \(status)") }
    }
}
