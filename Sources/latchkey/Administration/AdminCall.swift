import HTTPTypes
import LatchkeyOAuth

/// A REST call of a command. It is executed by the server that runs on the data folder, or in the command's own process.
struct AdminCall: Sendable {
    let method: Method
    /// The path and the query, percent-encoded.
    let target: String
    let body: Body
    /// Whether an argument is empty, for which no path exists.
    let hasEmptyArgument: Bool
    /// Whether the call may create the data folder; for other calls, an empty folder would be useless.
    var mayCreateFolder = false

    enum Method: Sendable {
        case get, post, put, patch, delete

        var http: HTTPRequest.Method {
            switch self {
            case .get: .get
            case .post: .post
            case .put: .put
            case .patch: .patch
            case .delete: .delete
            }
        }
    }

    enum Body: Sendable {
        case bytes([UInt8])
        /// Returns the next piece of a long body; `nil` at its end.
        case pieces(@Sendable () throws -> [UInt8]?)
    }

    /// Query parameters; those without a value are omitted.
    typealias Query = KeyValuePairs<String, String?>

    init(_ method: Method, _ path: Path, query: Query = [:], body: Body = .bytes([])) {
        self.method = method
        self.body = body
        let given = query.compactMap { name, value in value.map { "\(name)=\(PercentEncoding.encode($0))" } }
        target = path.text + (given.isEmpty ? "" : "?" + given.joined(separator: "&"))
        hasEmptyArgument = path.hasEmptyArgument
    }

    static func get(_ path: Path, query: Query = [:]) -> AdminCall { AdminCall(.get, path, query: query) }
    static func delete(_ path: Path, query: Query = [:]) -> AdminCall { AdminCall(.delete, path, query: query) }
    static func post(_ path: Path) -> AdminCall { AdminCall(.post, path) }

    static func post(_ path: Path, query: Query = [:], _ body: some Encodable) throws -> AdminCall {
        AdminCall(.post, path, query: query, body: .bytes(try AdminJSON.encode(body)))
    }

    static func put(_ path: Path, _ body: some Encodable) throws -> AdminCall {
        AdminCall(.put, path, body: .bytes(try AdminJSON.encode(body)))
    }

    static func patch(_ path: Path, query: Query = [:], _ body: some Encodable) throws -> AdminCall {
        AdminCall(.patch, path, query: query, body: .bytes(try AdminJSON.encode(body)))
    }

    /// A path. Interpolated arguments are percent-encoded, so that each of them is one component.
    struct Path: ExpressibleByStringInterpolation, Sendable {
        fileprivate let text: String
        fileprivate let hasEmptyArgument: Bool

        init(stringLiteral text: String) { (self.text, hasEmptyArgument) = (text, false) }

        init(stringInterpolation parts: Interpolation) { (text, hasEmptyArgument) = (parts.text, parts.hasEmptyArgument) }

        struct Interpolation: StringInterpolationProtocol {
            fileprivate var text = ""
            fileprivate var hasEmptyArgument = false

            init(literalCapacity: Int, interpolationCount: Int) {}

            mutating func appendLiteral(_ literal: String) { text += literal }

            mutating func appendInterpolation(_ argument: String) {
                text += PercentEncoding.encode(argument)
                hasEmptyArgument = hasEmptyArgument || argument.isEmpty
            }
        }
    }
}
