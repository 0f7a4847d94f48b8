import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Where commands reach the server that runs on their folder: a Unix socket that only the server's user can open.
///
/// Requests and answers are JSON over HTTP, one `POST` for each.
struct ControlSocket: Service {
    private let path: String
    private let administrator: Administrator
    private let logger: Logger

    static let maxRequestBytes = 1_048_576
    static let maxReplyBytes = 64 * 1_048_576
    /// The program's version, so that a command can tell that it talks to another one.
    static let versionHeader = HTTPField.Name("x-latchkey-version")

    /// - Parameter path: In a folder that this process has locked, so that a socket which is there was left by a server that is gone.
    init(path: String, administrator: Administrator, logger: Logger) {
        self.path = path
        self.administrator = administrator
        self.logger = logger
    }

    func run() async throws {
        let place = try SocketPlace(path)
        defer { place.remove() }
        let application = Application(
            router: router(), configuration: ApplicationConfiguration(address: .unixDomainSocket(path: place.bound.text), serverName: nil),
            onServerRunning: { _ in
                do {
                    try place.publish()
                } catch {
                    logger.error("commands cannot reach this server", metadata: ["cause": "\(error)"])
                }
            }, logger: quietLogger)
        do {
            try await application.run()
        } catch let error as IOError {
            throw AdminError(
                "The control socket \(path) cannot be made: \(error). Keep the data folder on a file system of this machine that has sockets."
            )
        }
    }

    private func router() -> Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        router.post("/") { request, _ in
            let bytes = try await Array(request.body.collect(upTo: Self.maxRequestBytes).readableBytesView)
            guard let ask = try? AdminJSON.decode(AdminRequest.self, from: bytes) else {
                return try Self.response(
                    .failure(AdminError("The server on this folder is Latchkey \(Latchkey.version) and does not know this command.")))
            }
            return try Self.response(await administrator.reply(to: ask).result)
        }
        router.post("/database/download") { request, _ in
            let bytes = try await Array(request.body.collect(upTo: Self.maxRequestBytes).readableBytesView)
            return try await DatabaseExchange(administrator).download(bytes)
        }
        router.post("/database/upload") { request, _ in try await DatabaseExchange(administrator).upload(request) }
        return router
    }

    static func response(_ result: Result<[UInt8], AdminError>) throws -> Response {
        var headers: HTTPFields = [.contentType: "application/json"]
        if let versionHeader { headers[versionHeader] = Latchkey.version }
        switch result {
        case .success(let json):
            return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: json)))
        case .failure(let error):
            let json = try AdminJSON.encode(error)
            return Response(status: .unprocessableContent, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: json)))
        }
    }

    /// That a socket was opened is no news for an operator.
    private var quietLogger: Logger {
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .notice)
        return quiet
    }
}

/// Where the socket comes into being and where it is found.
///
/// It is bound in a folder of its own that nobody else may enter, then made private, then moved to its name: at no time can others
/// connect, and a socket left by a server that was killed is replaced in one step.
private struct SocketPlace: Sendable {
    private let path: String
    private let nursery: String
    let bound: SocketPath

    init(_ path: String) throws {
        self.path = path
        nursery = path + ".new"
        let made = mkdir(nursery, 0o700) == 0 || errno == EEXIST
        guard made, chmod(nursery, 0o700) == 0 else { throw Self.failure(nursery) }
        bound = try SocketPath(folder: nursery, name: "s")
    }

    func publish() throws {
        let socket = nursery + "/s"
        guard chmod(socket, 0o600) == 0, rename(socket, path) == 0 else { throw Self.failure(path) }
        rmdir(nursery)
    }

    func remove() {
        unlink(path)
        unlink(nursery + "/s")
        rmdir(nursery)
    }

    private static func failure(_ path: String) -> AdminError {
        AdminError("The control socket \(path) cannot be made: \(String(cString: strerror(errno))).")
    }
}
