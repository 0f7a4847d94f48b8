import Foundation

/// A session of a server's first administrator, with cookies, created through the operator's invitation link.
struct ConsoleVisit {
    let connection: HTTPConnection
    private var cookies: [String: String] = [:]
    /// The server's own host, because the console responds only there.
    private let host: String

    private static let setup = "/console/setup"
    static let email = "administrator@example.com"
    static let password = "correct horse battery staple"

    init(_ setting: Setting, _ server: LatchkeyServer, data: String) throws {
        connection = try server.connect()
        host = "127.0.0.1:\(server.port)"
        // The link is printed as `http://.../console/setup#SECRET`.
        let printed = try ChildProgram.run(setting.latchkey, ["admin", "invite", "--data", data])
        guard let secret = printed.split(separator: "#").last?.prefix(while: { !$0.isWhitespace }), printed.contains("#") else {
            throw BenchmarkFailure("no link to the console: \(printed)")
        }
        let page = try send(HTTPMessage.get(Self.setup, headers: headers))
        guard let csrf = Self.field("csrf", of: page.body) else { throw BenchmarkFailure("the console's first page has no form") }
        let form = ["csrf": csrf, "secret": String(secret), "email": Self.email, "password": Self.password]
            .map { "\($0.key)=\($0.value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }.joined(separator: "&")
        let reply = try send(HTTPMessage.post(Self.setup, form: form, headers: headers))
        guard reply.status == 303 else { throw BenchmarkFailure("the first administrator was refused with status \(reply.status)") }
    }

    private var headers: [String: String] {
        ["Host": host, "Cookie": cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")]
    }

    /// Returns a signed-in request for a page.
    func get(_ path: String) -> [UInt8] {
        HTTPMessage.get(path, headers: headers)
    }

    private mutating func send(_ message: [UInt8]) throws -> (status: Int, body: String) {
        let (status, head, body) = try connection.exchangeWhole(message)
        for line in head.split(separator: "\r\n") where line.lowercased().hasPrefix("set-cookie:") {
            let pair = line.dropFirst("set-cookie:".count).prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { continue }
            cookies[pair[0].trimmingCharacters(in: .whitespaces)] = String(pair[1])
        }
        return (status, body)
    }

    private static func field(_ name: String, of page: String) -> String? {
        guard let mark = page.range(of: "name=\"\(name)\" value=\"") else { return nil }
        return String(page[mark.upperBound...].prefix { $0 != "\"" })
    }
}
