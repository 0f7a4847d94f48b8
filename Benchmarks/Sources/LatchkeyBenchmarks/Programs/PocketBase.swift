import Foundation

/// PocketBase as a child process, with its own data folder and its default collection of users.
final class PocketBase {
    let program: ChildProgram
    let port: Int

    struct Authenticated: Decodable {
        let token: String
        let record: Record
    }

    struct Record: Decodable {
        let id: String
    }

    private static let password = "correct horse battery staple"
    private static let operatorAddress = "operator@example.com"

    /// Prepares a data folder with an administrator. Without one, the first start would open a browser.
    static func prepare(_ setting: Setting, data: String) throws {
        try ChildProgram.run(setting.pocketBase, ["superuser", "upsert", operatorAddress, password] + folders(data))
    }

    /// Writes users into the database of a prepared folder. The API would take them one by one, with a bcrypt hash for each.
    static func fill(_ setting: Setting, data: String, count: Int) throws {
        try ChildProgram.run(setting.python, [setting.peers + "/pocketbase_users.py", data + "/data.db", String(count)])
    }

    /// Returns the id of the user with an index in a filled database.
    static func id(_ index: Int) -> String {
        let digits = String(index)
        return "u" + String(repeating: "0", count: 14 - digits.count) + digits
    }

    init(_ setting: Setting, data: String) throws {
        let port = try FreePort.find()
        self.port = port
        program = try ChildProgram(setting.pocketBase, Self.arguments(data: data, port: port), log: setting.folder + "/pocketbase.log")
        program.ignoreOutput()
        try Health.wait(port: port, path: Self.healthPath)
    }

    static let healthPath = "/api/health"

    static func arguments(data: String, port: Int) -> [String] {
        ["serve", "--http", "127.0.0.1:\(port)"] + folders(data)
    }

    /// Returns the folder options. A separate migrations folder prevents changes of one data folder from being applied to its siblings.
    private static func folders(_ data: String) -> [String] {
        ["--dir", data, "--migrationsDir", data + "/migrations"]
    }

    /// Creates users and signs them in.
    func signUp(_ count: Int) throws -> [Authenticated] {
        let connection = try HTTPConnection(port: port)
        return try (0..<count).map { index in
            let email = "person\(index)@example.com"
            _ = try connection.request(
                HTTPMessage.post(
                    "/api/collections/users/records",
                    json: ["email": email, "password": Self.password, "passwordConfirm": Self.password]), for: Record.self)
            return try authenticate(connection, collection: "users", identity: email)
        }
    }

    /// Turns off the log of all requests in PocketBase's log database, as an operator can.
    func switchRequestLogOff() throws {
        let connection = try HTTPConnection(port: port)
        let token = try operatorToken()
        let status = try connection.exchange(
            HTTPMessage.patch("/api/settings", json: ["logs": ["maxDays": 0]], headers: ["Authorization": token]))
        guard status == 200 else { throw BenchmarkFailure("PocketBase does not take its settings: status \(status)") }
    }

    func operatorToken() throws -> String {
        try authenticate(try HTTPConnection(port: port), collection: "_superusers", identity: Self.operatorAddress).token
    }

    /// Creates a collection of notes. Signed-in users may create and view their own notes, and list all of them.
    func makeNotes() throws {
        struct Field: Encodable {
            let name, type: String
        }
        struct Collection: Encodable {
            let name = "notes"
            let type = "base"
            let fields = [Field(name: "owner", type: "text"), Field(name: "text", type: "text"), Field(name: "at", type: "number")]
            let listRule = "@request.auth.id != ''"
            let viewRule = "owner = @request.auth.id"
            let createRule = "@request.auth.id != '' && owner = @request.auth.id"
        }
        let message = try HTTPMessage.post("/api/collections", json: Collection(), headers: ["Authorization": try operatorToken()])
        try HTTPConnection(port: port).exchange(message) { status, body in
            guard status == 200 else { throw BenchmarkFailure("PocketBase makes no collection: \(String(decoding: body, as: UTF8.self))") }
        }
    }

    /// Starts a server with one note for each user, and returns the requests that read and create notes.
    static func withNotes(_ setting: Setting, data: String, count: Int) throws -> (server: PocketBase, reads: [[UInt8]], writes: [[UInt8]])
    {
        try prepare(setting, data: data)
        let server = try PocketBase(setting, data: data)
        try server.switchRequestLogOff()
        try server.makeNotes()
        let records = "/api/collections/notes/records"
        let people = try server.signUp(count)
        let writes = try people.map { person in
            try HTTPMessage.post(
                records, json: Note(owner: person.record.id, text: Note.text, at: 1), headers: ["Authorization": person.token])
        }
        let reads = try zip(people, writes).map { person, write in
            let made = try HTTPConnection(port: server.port).request(write, for: Record.self)
            return HTTPMessage.get(records + "/" + made.id, headers: ["Authorization": person.token])
        }
        return (server, reads, writes)
    }

    func refresh(_ token: String) -> [UInt8] {
        HTTPMessage.post("/api/collections/users/auth-refresh", headers: ["Authorization": token])
    }

    private func authenticate(_ connection: HTTPConnection, collection: String, identity: String) throws -> Authenticated {
        try connection.request(
            HTTPMessage.post(
                "/api/collections/\(collection)/auth-with-password", json: ["identity": identity, "password": Self.password]),
            for: Authenticated.self)
    }
}
