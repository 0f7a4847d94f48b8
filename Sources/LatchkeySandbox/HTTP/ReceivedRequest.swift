import HTTPTypes
import Hummingbird
import LatchkeyOAuth
import LatchkeySecrets
import NIOCore

/// A request read to its end, with the address that the client used for it.
struct ReceivedRequest: Sendable {
    /// The largest body that any endpoint reads.
    static let maxBodyBytes = 65_536

    let method: HTTPRequest.Method
    /// Scheme and `Host`.
    let address: PublicAddress
    /// As sent, without the query.
    let path: String
    /// As sent, without the `?`.
    let query: String?
    let headers: HTTPFields
    let body: [UInt8]

    /// Throws a 413 for a body beyond ``maxBodyBytes``.
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

    /// The whole URL as the client wrote it.
    var url: String { "\(address)\(path)\(query.map { "?\($0)" } ?? "")" }

    /// The path that faults are named by: without GitHub Enterprise's prefix.
    var faultPath: String { ProviderPath(path).bare }

    /// Throws ``OAuthError`` for a query that cannot be read.
    func queryParameters() throws -> FormParameters {
        try query.map { try FormParameters(formEncoded: $0) } ?? [:]
    }

    /// The form in the body; empty when the body is something else.
    /// Throws ``OAuthError`` for a form that cannot be read.
    func form() throws -> FormParameters {
        isForm ? try FormParameters(formEncoded: body) : [:]
    }

    var isForm: Bool { mediaType == "application/x-www-form-urlencoded" }
    var isJSON: Bool { mediaType == "application/json" || mediaType?.hasSuffix("+json") == true }

    private var mediaType: String? {
        headers[.contentType]?.split(separator: ";").first?.split(separator: " ").joined().lowercased()
    }

    /// User name and password of Basic authentication (RFC 7617).
    var basicCredentials: (name: String, password: String)? {
        guard let header = headers[.authorization], header.lowercased().hasPrefix("basic "),
            let bytes = Base64URL.decode(String(header.dropFirst(6))),
            let text = String(validating: bytes, as: UTF8.self), let colon = text.firstIndex(of: ":")
        else { return nil }
        return (String(text[..<colon]), String(text[text.index(after: colon)...]))
    }
}
