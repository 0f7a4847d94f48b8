import HTTPTypes
import Hummingbird
import LatchkeyOAuth
import LatchkeySecrets
import NIOCore

/// A request with its complete body and the URL that the client used.
struct ReceivedRequest: Sendable {
    /// The maximum body size for all endpoints.
    static let maxBodyBytes = 65_536

    let method: HTTPRequest.Method
    /// The scheme and `Host`.
    let address: PublicAddress
    /// The path as sent, without the query.
    let path: String
    /// The query as sent, without the `?`.
    let query: String?
    let headers: HTTPFields
    let body: [UInt8]

    /// Reads a request; throws a 413 when the body exceeds ``maxBodyBytes``.
    init(_ request: Request, context: SandboxContext) async throws {
        method = request.method
        headers = request.headers
        address = PublicAddress(
            scheme: context.isSecure ? "https" : "http",
            authority: request.head.authority.flatMap { Authority($0) } ?? Doorway.fallbackAuthority)
        let target = request.head.path ?? "/"
        let questionMark = target.firstIndex(of: "?")
        path = String(target[..<(questionMark ?? target.endIndex)])
        query = questionMark.map { String(target[target.index(after: $0)...]) }
        body = Array(buffer: try await request.body.collect(upTo: Self.maxBodyBytes))
    }

    /// The complete URL as sent by the client.
    var url: String { "\(address)\(path)\(query.map { "?\($0)" } ?? "")" }

    /// The path for matching faults, without GitHub Enterprise's prefix.
    var faultPath: String { ProviderPath(path).bare }

    /// Parses the query; throws ``OAuthError`` when it is malformed.
    func queryParameters() throws -> FormParameters {
        try query.map { try FormParameters(formEncoded: $0) } ?? [:]
    }

    /// Parses the form in the body; empty for other content types.
    /// Throws ``OAuthError`` when the form is malformed.
    func form() throws -> FormParameters {
        isForm ? try FormParameters(formEncoded: body) : [:]
    }

    var isForm: Bool { mediaType == "application/x-www-form-urlencoded" }
    var isJSON: Bool { mediaType == "application/json" || mediaType?.hasSuffix("+json") == true }

    private var mediaType: String? {
        headers[.contentType]?.split(separator: ";").first?.split(separator: " ").joined().lowercased()
    }

    /// The user name and password of Basic authentication (RFC 7617).
    var basicCredentials: (name: String, password: String)? {
        guard let header = headers[.authorization], header.lowercased().hasPrefix("basic "),
            let bytes = Base64URL.decode(String(header.dropFirst(6))),
            let text = String(validating: bytes, as: UTF8.self), let colon = text.firstIndex(of: ":")
        else { return nil }
        return (String(text[..<colon]), String(text[text.index(after: colon)...]))
    }
}
