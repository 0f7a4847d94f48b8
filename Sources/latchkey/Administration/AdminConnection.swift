import AsyncHTTPClient
import HTTPTypes
import Hummingbird
import LatchkeyOAuth
import LatchkeyWeb
import LatchkeyWire
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Sends calls to the routes that execute them: those of the server that runs on the data folder, or the same ones in this process.
struct AdminConnection: Sendable {
    private enum Place: Sendable {
        case server(HTTPClient)
        case own(RouterResponder<ServerContext>)
    }

    private struct Response {
        let code: UInt
        let pieces: any AsyncSequence<ByteBuffer, any Error>
    }

    private let place: Place
    private let folder: String

    /// Provider checks can take long.
    static let replyDeadline: TimeAmount = .seconds(120)
    /// Transfers of several gigabytes take long; the read timeout of the client limits silence separately.
    private static let transferDeadline = TimeAmount.hours(24)
    private static let maxReplyBytes = 64 * 1_048_576

    init(toServerOn folder: String, through client: HTTPClient) {
        place = .server(client)
        self.folder = folder
    }

    init(to administrator: Administrator, folder: String) {
        place = .own(OperatorRouter.make(administrator).buildResponder())
        self.folder = folder
    }

    /// - Throws: ``AdminError`` with the message of the server; ``NoServer``.
    func send<Reply: Decodable>(_ call: AdminCall, for type: Reply.Type) async throws -> Reply {
        try AdminJSON.decode(type, from: try await bytes(of: response(to: call, within: Self.replyDeadline)))
    }

    /// Sends or receives data of any size.
    ///
    /// - Parameter body: Receives the response in pieces.
    /// - Throws: Also the errors of `body`.
    func transfer(_ call: AdminCall, _ body: (_ piece: [UInt8]) async throws -> Void) async throws {
        do {
            let response = try await response(to: call, within: Self.transferDeadline)
            for try await piece in response.pieces { try await body(Array(piece.readableBytesView)) }
        } catch let error as AdminError {
            throw error
        } catch let error as Failure {
            throw error
        } catch let error as NoServer {
            throw error
        } catch {
            guard case .server = place else { throw AdminError(error) }
            throw AdminError("The server on \(folder) closed the connection before the transfer was complete: \(error).")
        }
    }

    /// - Returns: A response that succeeded.
    private func response(to call: AdminCall, within deadline: TimeAmount) async throws -> Response {
        guard !call.hasEmptyArgument else { throw AdminError("An argument of the command is empty.") }
        let response =
            switch place {
            case .server(let client): try await send(call, to: client, within: deadline)
            case .own(let responder): try await Self.respond(to: call, responder)
            }
        guard response.code >= 300 else { return response }
        if let envelope = try? AdminJSON.decode(WireErrorEnvelope.self, from: await bytes(of: response)) {
            throw AdminError(Self.explanation(in: envelope.message), code: Int(response.code))
        }
        throw AdminError(
            response.code == 404
                ? "The server on \(folder) is an older Latchkey and does not know this command. Restart it with this version."
                : "The server on \(folder) responded with status \(response.code) without a message.")
    }

    /// Returns a message without the code before it: `INVALID_CONFIG : ...` is for programs.
    private static func explanation(in message: String) -> String {
        let parts = message.split(separator: " : ", maxSplits: 1)
        guard parts.count == 2, parts[0].allSatisfy({ $0.isUppercase || $0 == "_" }) else { return message }
        return String(parts[1])
    }

    private func bytes(of response: Response) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await piece in response.pieces {
            bytes += piece.readableBytesView
            guard bytes.count <= Self.maxReplyBytes else {
                throw AdminError("The response is longer than \(Self.maxReplyBytes) bytes.")
            }
        }
        return bytes
    }

    // MARK: Through the server

    private func send(_ call: AdminCall, to client: HTTPClient, within deadline: TimeAmount) async throws -> Response {
        let socket = try SocketPath(folder: folder, name: DataFolder.socketName)
        var request = HTTPClientRequest(url: "http+unix://\(PercentEncoding.encode(socket.text))\(call.target)")
        request.method = HTTPMethod(rawValue: call.method.http.rawValue)
        switch call.body {
        case .bytes(let bytes) where bytes.isEmpty: break
        case .bytes(let bytes): request.body = .bytes(bytes)
        case .pieces(let next): request.body = .stream(Self.stream(next), length: .unknown)
        }
        if request.body != nil { request.headers.add(name: "content-type", value: "application/json") }
        do {
            let response = try await client.execute(request, timeout: deadline)
            withExtendedLifetime(socket) {}
            return Response(code: response.status.code, pieces: response.body)
        } catch let error as IOError where [ENOENT, ECONNREFUSED].contains(error.errnoCode) {
            throw NoServer(folder: folder)
        } catch let error as IOError where [EACCES, EPERM].contains(error.errnoCode) {
            throw AdminError("A server runs on \(folder) as another user. Run this command as that user.")
        } catch let error as Failure {
            throw error
        } catch {
            throw AdminError("The server on \(folder) did not respond: \(error).")
        }
    }

    private static func stream(_ next: @escaping @Sendable () throws -> [UInt8]?) -> AsyncThrowingStream<ByteBuffer, any Error> {
        AsyncThrowingStream { try next().map { ByteBuffer(bytes: $0) } }
    }

    // MARK: In this process

    private static func respond(to call: AdminCall, _ responder: RouterResponder<ServerContext>) async throws -> Response {
        let head = HTTPRequest(method: call.method.http, scheme: nil, authority: "latchkey", path: call.target)
        let body =
            switch call.body {
            case .bytes(let bytes): RequestBody(buffer: ByteBuffer(bytes: bytes))
            case .pieces(let next): RequestBody(asyncSequence: stream(next))
            }
        let logger = Logger(label: "latchkey", factory: { _ in SwiftLogNoOpLogHandler() })
        // The request has no connection.
        let source = ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: logger)
        let response = try await responder.respond(to: Request(head: head, body: body), context: ServerContext(source: source))
        return Response(code: UInt(response.status.code), pieces: pieces(of: response.body))
    }

    /// Returns the pieces of a body, each of which is written only when the one before it was taken.
    private static func pieces(of body: ResponseBody) -> any AsyncSequence<ByteBuffer, any Error> {
        let (pieces, output) = AsyncThrowingStream.makeStream(of: ByteBuffer.self, throwing: (any Error).self)
        let (taken, take) = AsyncStream.makeStream(of: Void.self)
        let writing = Task {
            do {
                try await body.write(PieceWriter(output: output, taken: taken))
                output.finish()
            } catch {
                output.finish(throwing: error)
            }
        }
        output.onTermination = { _ in writing.cancel() }
        return pieces.map { piece in
            take.yield()
            return piece
        }
    }
}

/// The error of a call when no server listens, so that the call can be repeated safely.
struct NoServer: Error, CustomStringConvertible {
    let folder: String

    var description: String { "The server on \(folder) was stopped meanwhile. Run the command again." }
}

private struct PieceWriter: ResponseBodyWriter {
    let output: AsyncThrowingStream<ByteBuffer, any Error>.Continuation
    let taken: AsyncStream<Void>

    mutating func write(_ buffer: ByteBuffer) async throws {
        output.yield(buffer)
        for await _ in taken { return }
        // The reader is gone.
        throw CancellationError()
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
