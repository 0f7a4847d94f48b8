import AsyncHTTPClient
import NIOCore
import NIOHTTP1

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Sends signed requests for the objects of a bucket, and repeats those that fail for a time.
public struct S3Bucket: Sendable {
    let bucket: S3Place
    let access: S3Access
    let client: HTTPClient
    /// The pauses before further attempts.
    let pauses: [Duration]

    static let standardPauses: [Duration] = [.milliseconds(250), .seconds(1), .seconds(3), .seconds(8)]
    /// The time for one request, whose body has a few MiB.
    private static let timeout = TimeAmount.minutes(5)
    /// The size of a reply with a list, or with an error.
    private static let maxReplyBytes = 4 * 1_048_576

    /// Opens a bucket for the duration of an operation.
    public static func open<Result: Sendable>(
        _ place: S3Place, access: S3Access, _ body: (S3Bucket) async throws -> Result
    ) async throws -> Result {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout = .init(connect: .seconds(10), read: .seconds(60))
        return try await HTTPClient.withHTTPClient(configuration: configuration) {
            try await body(S3Bucket(bucket: place, access: access, client: $0, pauses: standardPauses))
        }
    }

    /// The server, for messages.
    var server: String { access.address(of: bucket.bucket).url }

    struct Call {
        var method: HTTPMethod
        /// The object; `nil` for the bucket.
        var key: String?
        var query: [(String, String)] = []
        var headers: [(String, String)] = []
        var body: [UInt8] = []
    }

    struct Reply {
        let headers: HTTPHeaders
        let body: [UInt8]
    }

    /// Sends a request until it is answered, and returns the whole reply.
    ///
    /// - Throws: ``S3Error``.
    func send(_ call: Call) async throws -> Reply {
        try await repeating {
            let response = try await start(call)
            return Reply(headers: response.headers, body: call.method == .HEAD ? [] : try await collect(response.body))
        }
    }

    /// Repeats an operation that fails for a time.
    func repeating<Result>(_ operation: () async throws -> Result) async throws -> Result {
        for pause in pauses {
            do {
                return try await operation()
            } catch let error as S3Error where error.isTemporary {
                // Clients that failed together do not return together.
                try await Task.sleep(for: pause * Double.random(in: 0.5...1.5))
            }
        }
        return try await operation()
    }

    /// Sends a request once.
    ///
    /// - Returns: A response with a status of success, whose body was not read.
    func start(_ call: Call) async throws -> HTTPClientResponse {
        let address = access.address(of: bucket.bucket)
        let path = address.path + (call.key.map { "/" + $0 } ?? (address.path.isEmpty ? "/" : ""))
        let request = SignatureV4.Request(
            method: call.method.rawValue, path: path, query: call.query, headers: [("host", address.host)] + call.headers, body: call.body)
        let headers = SignatureV4(credentials: access.credentials, region: access.region).headers(for: request, at: Date())
        var message = HTTPClientRequest(url: address.url + request.target)
        message.method = call.method
        message.headers = HTTPHeaders(headers)
        if !call.body.isEmpty || call.method == .PUT || call.method == .POST { message.body = .bytes(call.body) }
        let response: HTTPClientResponse
        do {
            response = try await client.execute(message, timeout: Self.timeout)
        } catch {
            throw try networkError(error)
        }
        guard (200..<300).contains(response.status.code) else {
            let body = call.method == .HEAD ? [] : try await collect(response.body)
            throw S3Error(
                status: response.status.code, body: body, place: call.key.map { bucket.at($0) } ?? bucket.at(""), server: address.url)
        }
        return response
    }

    /// Returns the error of a connection that failed.
    ///
    /// - Throws: The cancellation of the task.
    func networkError(_ error: any Error) throws -> S3Error {
        try Task.checkCancellation()
        return S3Error("\(server) cannot be reached: \(error)", isTemporary: true)
    }

    private func collect(_ body: HTTPClientResponse.Body) async throws -> [UInt8] {
        do {
            return Array(buffer: try await body.collect(upTo: Self.maxReplyBytes))
        } catch is NIOTooManyBytesError {
            throw S3Error("\(server) sent a reply of more than \(Self.maxReplyBytes) bytes.")
        } catch {
            throw try networkError(error)
        }
    }

    /// Returns the root of a reply.
    func element(_ reply: Reply, named name: String) throws -> XMLElement {
        guard let element = XMLElement(parsing: reply.body) else { throw S3Error("\(server) sent a reply that is not in the form of S3.") }
        // Some calls report an error with status 200, after they kept the connection busy.
        if element.name == "Error" { throw S3Error(status: 500, body: reply.body, place: bucket, server: server) }
        guard element.name == name else { throw S3Error("\(server) sent \(element.name) instead of \(name).") }
        return element
    }
}
