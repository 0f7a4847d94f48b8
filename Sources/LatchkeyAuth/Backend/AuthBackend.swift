import Foundation
import HTTPTypes
import LatchkeyOAuth
import LatchkeyWire

/// The operations of the server, as functions from request values to response values.
struct AuthBackend: Sendable {
    /// An operation of the server, identified by its path.
    struct Operation: Sendable {
        let path: String

        static let signUp = Self(path: "/v1/accounts:signUp")
        static let signInWithPassword = Self(path: "/v1/accounts:signInWithPassword")
        static let signInWithIdp = Self(path: "/v1/accounts:signInWithIdp")
        static let signInWithCustomToken = Self(path: "/v1/accounts:signInWithCustomToken")
        static let signInWithEmailLink = Self(path: "/v1/accounts:signInWithEmailLink")
        static let sendOobCode = Self(path: "/v1/accounts:sendOobCode")
        static let resetPassword = Self(path: "/v1/accounts:resetPassword")
        static let createAuthUri = Self(path: "/v1/accounts:createAuthUri")
        static let reverseAuth = Self(path: "/v1/accounts:reverseAuth")
        static let requestProvider = Self(path: "/v1/accounts:requestProvider")
        static let lookup = Self(path: "/v1/accounts:lookup")
        static let update = Self(path: "/v1/accounts:update")
        static let delete = Self(path: "/v1/accounts:delete")
        static let projects = Self(path: "/v1/projects")
        static let token = Self(path: "/securetoken.googleapis.com/v1/token")
    }

    let configuration: AuthConfiguration
    let transport: any AuthTransport

    /// The client version that this client reports.
    static let clientVersion = "latchkey-swift/0.1"

    /// Throws if the configuration does not allow any request.
    func check() throws {
        if let problem = configuration.problem { throw problem.error }
    }

    /// Checks whether the server knows the API key.
    ///
    /// - Throws: An `NSError` of ``AuthErrorDomain``: ``AuthErrorCode/invalidAPIKey`` if the server does not know the key,
    ///   ``AuthErrorCode/networkError`` if the server cannot be reached.
    func checkKey() async throws {
        try check()
        let operation = Operation.projects
        let reply = try await exchange(try request(operation, method: .get, language: nil), body: [])
        _ = try read(ProjectConfigReply.self, from: reply, of: operation)
    }

    /// Sends a request body to an operation and decodes the response.
    ///
    /// - Throws: An `NSError` of ``AuthErrorDomain``.
    func call<Reply: Decodable>(
        _ operation: Operation, _ body: some Encodable, language: String? = nil, returning: Reply.Type = Reply.self
    ) async throws -> Reply {
        try check()
        let request = try request(operation, language: language)
        return try read(Reply.self, from: try await exchange(request, body: WireEncoder.encode(body)), of: operation)
    }

    /// Returns the body of a 2xx response.
    private func exchange(_ request: HTTPRequest, body: [UInt8]) async throws -> [UInt8] {
        let (response, reply): (HTTPResponse, [UInt8])
        do {
            (response, reply) = try await transport.send(request, body: body)
        } catch {
            throw AuthError.make(.networkError, reason: "\(error)", underlying: error)
        }
        guard response.status.kind == .successful else { throw failure(response, reply) }
        return reply
    }

    private func read<Reply: Decodable>(_ type: Reply.Type, from reply: [UInt8], of operation: Operation) throws -> Reply {
        do {
            return try WireDecoder.decode(Reply.self, from: reply, maxBytes: maxReplyBytes)
        } catch {
            throw AuthError.make(
                .internalError, reason: "The response of \(operation.path) cannot be decoded: \(error)", underlying: error)
        }
    }

    private func request(
        _ operation: Operation, method: HTTPRequest.Method = .post, language: String?
    ) throws -> HTTPRequest {
        guard let parts = URLComponents(string: configuration.base), let scheme = parts.scheme,
            let authority = Self.authority(of: configuration.base)
        else { throw AuthError.make(.internalError, reason: "There is no address to send a request to.") }
        let path =
            parts.percentEncodedPath + operation.path + "?key=" + PercentEncoding.encode(configuration.apiKey)
        var fields: HTTPFields = [
            .accept: "application/json", .userAgent: Self.clientVersion,
            .clientVersion: Self.platform + "/LatchkeySwift/0.1",
        ]
        if method == .post { fields[.contentType] = "application/json" }
        fields[.locale] = language
        if configuration.isLegacy { fields[.generation] = "legacy" }
        fields[.appID] = configuration.appID
        fields[.bundleID] = configuration.bundleID
        return HTTPRequest(
            method: method, scheme: scheme, authority: authority, path: path, headerFields: fields)
    }

    private static func authority(of base: String) -> String? {
        base.firstRange(of: "://").map { String(base[$0.upperBound...].prefix { $0 != "/" }) }
    }

    private func failure(_ response: HTTPResponse, _ body: [UInt8]) -> NSError {
        let status = response.status.code
        if let envelope = try? WireDecoder.decode(WireErrorEnvelope.self, from: body, maxBytes: maxReplyBytes) {
            return AuthError.make(from: envelope, httpStatus: status)
        }
        // The response is not the server's error format, so it comes from an intermediary.
        let code: AuthErrorCode =
            switch status {
            case 429: .tooManyRequests
            case 502, 503, 504: .networkError
            default: .internalError
            }
        return AuthError.make(
            code,
            reason: "\(configuration.base) responded with HTTP status \(status), but not as a sign-in server. Check the address.")
    }

    private static var platform: String {
        #if os(iOS)
        "iOS"
        #elseif os(macOS)
        "macOS"
        #else
        "Linux"
        #endif
    }
}

extension HTTPField.Name {
    fileprivate static let clientVersion = Self("X-Client-Version")!
    fileprivate static let locale = Self("X-Firebase-Locale")!
    fileprivate static let generation = Self("X-Latchkey-Generation")!
    fileprivate static let appID = Self("X-Firebase-GMPID")!
    fileprivate static let bundleID = Self("X-Ios-Bundle-Identifier")!
}
